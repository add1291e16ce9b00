import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { emptyApplication, form, type Item, type Page, page, type Question } from '../../engine/index.ts'
import { ApplicationProvider } from './application-provider.tsx'
import { type ApplicationStore, type Change, createApplicationStore } from './application-store.ts'
import { type BlockActions, BlockActionsContext } from './block-actions.ts'
import { type DocumentActions, DocumentActionsContext } from './document-actions.ts'
import { fetchLazyBlocks } from './later-blocks.ts'
import { PageItems } from './page-items.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

type Given = {
  answer?: Record<string, string>
  problems?: boolean
  actions?: (store: ApplicationStore) => Partial<BlockActions>
  documents?: Partial<DocumentActions>
  /** Drawn in place of the whole page. */
  draw?: (page: Page) => ReactNode
}

/** Draws items as one page of a form, with a store of their own; every change of the person is kept in `changes`. */
export const drawItems = (items: readonly Item<string, 'form'>[], given?: Given) =>
  drawPage(page('page', 'Page', items), given)

export async function drawPage(drawn: Page, { answer = {}, problems = false, actions, documents, draw }: Given = {}) {
  const store = createApplicationStore({
    form: form('1', [drawn]),
    application: { ...emptyApplication, answer },
    today: '2026-09-01',
  })
  store.showProblems(problems)
  const changes: Change[] = []
  store.onChange((change) => changes.push(change))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const blockActions: BlockActions = {
    signedIn: true,
    addEntry: async (block, count) => store.setEntries(block.id, count),
    removeEntry: async (block, number) => store.setEntries(block.id, number - 1),
    chooseTab: async (block, tabId) => {
      store.chooseTab(block.id, tabId)
      return true
    },
    ...actions?.(store),
  }
  const documentActions: DocumentActions = {
    uploadOf: () => undefined,
    subscribe: () => () => {},
    isUploading: () => false,
    attach: async () => {},
    remove: async () => {},
    addressOf: async () => undefined,
    clear: async () => true,
    forget: () => {},
    reload: async () => {},
    ...documents,
  }
  await act(async () => {
    root.render(
      <ApplicationProvider store={store}>
        <BlockActionsContext value={blockActions}>
          <DocumentActionsContext value={documentActions}>
            {draw ? draw(drawn) : <PageItems page={drawn} />}
          </DocumentActionsContext>
        </BlockActionsContext>
      </ApplicationProvider>,
    )
    await fetchLazyBlocks() // which nothing here waits for
  })
  const remove = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  return { store, changes, host, remove }
}

/** The one element of a kind that a selector finds; fails with the selector when there is none. */
export function the(selector: string): HTMLElement {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing on the page matches ${selector}`)
  return found
}

/** The control of a question. */
export const controlFor = (question: Pick<Question, 'key'>): HTMLElement => the(`[id="${question.key}"]`)

/** The words on the page, white space made even. */
export const wordsOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

export const press = (selector: string) => act(async () => the(selector).click())

/** Puts text into a control as typing or pasting does: the whole text it then holds, and where the caret stands in it. */
export async function type(element: HTMLElement, text: string, { caret = text.length, inputType = 'insertText' } = {}) {
  await act(async () => {
    element.focus()
    // Through the prototype, because React keeps an own setter on the control to know what it set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text)
    if (element instanceof HTMLInputElement) element.setSelectionRange(caret, caret)
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  })
}

/** Chooses from a list as a person does. */
export async function choose(element: HTMLElement, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(element, value)
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Leaves a control for another one, or for nowhere. */
export const leave = (element: HTMLElement, to: HTMLElement | null = null) =>
  act(async () => {
    element.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: to }))
  })

export const keyDown = (element: HTMLElement, key: string) =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
export const keyUp = (element: HTMLElement, key: string) =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
  })
