import { copiesShown, type Repeated } from '../../../engine/index.ts'
import { CallError, call } from '../../client/index.ts'
import type { BlockActions } from '../../fields/index.ts'
import type { ToastMessage } from '../../parts/index.ts'
import type { Applicant } from './applicant.ts'

type Tools = {
  readonly applicant: Applicant
  readonly signedIn: boolean
  readonly showToast: (message: ToastMessage) => void
}

/** What repeated blocks and tabs ask of the server; signed out, of this device alone. Answers are saved before they move. */
export function createBlockActions({ applicant: { store, queue }, signedIn, showToast }: Tools): BlockActions {
  const shown = (block: Repeated) => copiesShown(block, store.current()).length
  const saved = async () => {
    store.commitAll()
    if (!(await queue.flush()))
      throw new CallError('offline', 0, 'Your answers could not be saved first. Please try again.')
  }
  /** A failure is said in its own words; the session's end is everyone's business and goes on. */
  const told = async (title: string, action: () => Promise<void>) => {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 401) throw error
      showToast({ severity: 'error', title, text: error.message })
    }
  }
  return {
    signedIn,
    addCopy: (block, count) =>
      told(`Error adding another ${block.label}`, async () => {
        if (signedIn) {
          await saved()
          await call('saveAddAnother', { button_id: block.id, num_components: count })
        }
        store.setCopies(block.id, count)
      }),
    removeCopy: (block, number) =>
      told(`Error removing ${block.label}`, async () => {
        const count = shown(block)
        if (signedIn) {
          await saved()
          // Copies may be shown because they hold answers; the server has to count them before one can go.
          await call('saveAddAnother', { button_id: block.id, num_components: count })
          const body = { button_id: block.id, num_components: count - 1, removed: number }
          store.receive({ answer: (await call('saveAddAnother', body)).answer })
        } else store.receive({ answer: movedDown(block, number, (key) => store.current().answer[key] ?? '') })
        store.setCopies(block.id, count - 1)
      }),
    chooseTab: (block, tabId) =>
      told(`Error handling tabs for ${block.label}`, async () => {
        await saved()
        const { cleared } = await call('saveTab', { tab_id: block.id, chosen_tab: tabId })
        store.receive({ answer: Object.fromEntries(cleared.map((key) => [key, ''])) })
        store.chooseTab(block.id, tabId)
      }),
  }
}

/** The answers of a repeated block once a copy is gone: each later copy takes the place of the one before it. */
export function movedDown(block: Repeated, removed: number, read: (key: string) => string): Record<string, string> {
  const after = block.copies.slice(removed - 1)
  const moved = after.flatMap(({ keys }, index) =>
    keys.map((key, at) => [key, read(after[index + 1]?.keys[at] ?? '')] as const),
  )
  return Object.fromEntries(moved)
}
