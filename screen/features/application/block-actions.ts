import { copiesShown, isGiven, withoutCopy } from '../../../engine/index.ts'
import { CallError, call } from '../../client/index.ts'
import type { BlockActions } from '../../fields/index.ts'
import type { OwnToast } from '../../parts/index.ts'
import type { Applicant } from './applicant.ts'

type Tools = {
  readonly applicant: Pick<Applicant, 'store' | 'queue' | 'acknowledge'>
  readonly signedIn: boolean
  readonly toast: OwnToast
}

/** What repeated blocks and tabs ask of the server; signed out, of this device alone. Answers are saved before they move. */
export function createBlockActions({ applicant: { store, queue, acknowledge }, signedIn, toast }: Tools): BlockActions {
  const saved = async () => {
    store.commitAll()
    if (!(await queue.flush()))
      throw new CallError('offline', 0, 'Your answers could not be saved first. Please try again.')
  }
  /** An answer that the server refused stands on the screen alone: what became of it here, the server is told anew. */
  const receive = (here: Readonly<Record<string, string>>, there: Readonly<Record<string, string>>) => {
    store.receive({ answer: { ...here, ...there } })
    queue.changed(
      Object.keys(here).filter((key) => !Object.hasOwn(there, key)),
      'commit',
    )
  }
  return {
    signedIn,
    addCopy: (block, count) =>
      told(`Error adding another ${block.label}`, toast, async () => {
        if (signedIn) {
          const { revision } = await call('saveAddAnother', { button_id: block.id, num_components: count })
          acknowledge(revision)
        }
        store.setCopies(block.id, count)
      }),
    removeCopy: (block, number) =>
      told(`Error removing ${block.label}`, toast, async () => {
        if (!signedIn) return store.receive(withoutCopy(block, number, store.current()))
        await saved()
        const count = copiesShown(block, store.current()).length - 1
        const { answer, revision } = await call('saveAddAnother', {
          button_id: block.id,
          num_components: count,
          removed: number,
        })
        receive(withoutCopy(block, number, store.current()).answer, answer)
        store.setCopies(block.id, count)
        acknowledge(revision)
      }),
    chooseTab: (block, tabId) =>
      told(`Error handling tabs for ${block.label}`, toast, async () => {
        await saved()
        const { cleared, revision } = await call('saveTab', { tab_id: block.id, chosen_tab: tabId })
        receive(blanks(block.keys.filter((key) => isGiven(store.current().answer[key]))), blanks(cleared))
        store.chooseTab(block.id, tabId)
        acknowledge(revision)
      }),
    // A lookup that fails is silent (specification §8): the person types on.
    suggest: (category, text) =>
      call('find', { text, category, max_results: '5' }).then(
        (found) => (Array.isArray(found) ? found : []),
        () => [],
      ),
    recordOf: (category, id) =>
      call('find', { id, category }).then(
        (found) => (Array.isArray(found) ? undefined : found),
        () => undefined,
      ),
  }
}

/** A failure is said in its own words; the end of the session or of the application is everyone's business and goes on. */
async function told(title: string, toast: OwnToast, action: () => Promise<void>): Promise<void> {
  toast.close()
  try {
    await action()
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 401 || error.code === 'already_submitted') throw error
    toast.show({ severity: 'error', title, text: error.message })
  }
}

const blanks = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, '']))
