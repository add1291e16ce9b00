import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { fileLimits } from '../../api/browser.ts'
import { emptyApplication, form, type Item, type Page, page, type Question } from '../../engine/index.ts'
import { preloadLazyCode, ToastProvider } from '../parts/index.ts'
import { PageItems } from './page/page-items.tsx'
import { type ApplicationStore, createApplicationStore } from './store/application-store.ts'
import { type BlockActions, BlockActionsContext } from './store/block-actions.ts'
import { type DocumentActions, DocumentActionsContext } from './store/document-actions.ts'
import { ApplicationProvider } from './store/use-application.tsx'

/** What the person changed. */
type Change = Parameters<Parameters<ApplicationStore['onChange']>[0]>[0]

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

type Given = {
  answer?: Record<string, string>
  problems?: boolean
  actions?: (store: ApplicationStore) => Partial<BlockActions>
  documents?: Partial<DocumentActions>
  /** Renders this instead of the whole page. */
  draw?: (page: Page) => ReactNode
}

/** Renders items as one page of a form with its own store; `changes` collects every change by the person. */
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
    open: (gate) => store.setEntries(gate, 1),
    ...actions?.(store),
  }
  const documentActions: DocumentActions = {
    limits: () => fileLimits,
    uploadOf: () => undefined,
    subscribe: () => () => {},
    isUploading: () => false,
    isUnsent: () => false,
    attach: async () => {},
    unlock: async () => {},
    arrange: () => {},
    send: async () => {},
    cancel: async () => {},
    remove: async () => {},
    addressOf: async () => undefined,
    forget: () => {},
    phoneLink: undefined,
    reload: async () => {},
    ...documents,
  }
  await act(async () => {
    root.render(
      <ToastProvider>
        <ApplicationProvider store={store}>
          <BlockActionsContext value={blockActions}>
            <DocumentActionsContext value={documentActions}>
              {draw ? draw(drawn) : <PageItems page={drawn} />}
            </DocumentActionsContext>
          </BlockActionsContext>
        </ApplicationProvider>
      </ToastProvider>,
    )
    await preloadLazyCode() // nothing here waits for it
  })
  const remove = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  return { store, changes, host, remove }
}

/** The one element of its kind that matches a selector. Throws an error naming the selector if there is none. */
export function the(selector: string): HTMLElement {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing on the page matches ${selector}`)
  return found
}

/** The control of a question. */
export const controlFor = (question: Pick<Question, 'key'>): HTMLElement => the(`[id="${question.key}"]`)

/** The text on the page, with white space normalized. */
export const wordsOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

export const press = (selector: string) => act(async () => the(selector).click())

/**
 * Sets the text of a control as typing or pasting does: the full text after the change, and the caret position in it.
 */
export async function type(element: HTMLElement, text: string, { caret = text.length, inputType = 'insertText' } = {}) {
  await act(async () => {
    element.focus()
    // Through the prototype, because React puts its own setter on the control to track the values it set.
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

/** Moves the focus from a control to another one, or out of the page. */
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

/** Waits until a live region has a text with a given value. */
export const told = () =>
  act(async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1)
    else await new Promise((resolve) => setTimeout(resolve, 5))
  })
