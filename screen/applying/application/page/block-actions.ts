import { type Application, entriesShown, isGiven, type Repeated, say, withoutEntry } from '../../../../engine/index.ts'
import { CallError } from '../../../client/index.ts'
import { type BlockActions, type DocumentActions, nounOf } from '../../../fields/index.ts'
import type { OwnToast } from '../../../parts/index.ts'
import type { Applicant } from '../applicant/applicant.ts'

export type BlockActionsDeps = {
  readonly applicant: Pick<Applicant, 'store' | 'queue' | 'save' | 'acknowledge' | 'call' | 'blockOrder' | 'open'>
  readonly documents: Pick<DocumentActions, 'reload'>
  readonly signedIn: boolean
  readonly toast: OwnToast
}

/**
 * The actions that repeated blocks and tabs ask of the server, or of this device alone when signed out. Answers are
 * saved before they move.
 */
export function createBlockActions({ applicant, documents, signedIn, toast }: BlockActionsDeps): BlockActions {
  const { store, queue, save, acknowledge, call, blockOrder } = applicant
  /** Moves answers that the server once refused. Only this screen has them, so they are sent to the server again. */
  const receive = (here: Readonly<Record<string, string>>, there: Readonly<Record<string, string>>) => {
    store.receive({ answer: { ...here, ...there } })
    queue.changed(
      Object.keys(here).filter((key) => !Object.hasOwn(there, key)),
      'commit',
    )
  }
  /** If another device has changed something, fetches that change and lets the person decide again. */
  const orRefresh = (error: unknown): never => {
    const { code, details } = error instanceof CallError ? error : { code: '', details: undefined }
    const revision = typeof details === 'object' && details !== null ? Reflect.get(details, 'revision') : undefined
    if (code === 'changed_elsewhere' && typeof revision === 'number')
      acknowledge({ previous_revision: revision, revision })
    throw error
  }
  return {
    signedIn,
    open: applicant.open,
    addEntry: (block, count) =>
      showingErrors(say('Error adding another {entry}', { entry: nounOf(block) }), toast, async () => {
        if (signedIn) {
          const body = { button_id: block.id, num_components: count }
          acknowledge(await call('saveAddAnother', body, { order: blockOrder(block.id) }))
        }
        store.setEntries(block.id, count)
      }),
    removeEntry: (block, number) =>
      showingErrors(say('Error removing {entry}', { entry: titleOf(block, number) }), toast, async () => {
        if (!signedIn) return store.receive(withoutEntry(block, number, store.current()))
        await save()
        const count = entriesShown(block, store.current()).length - 1
        const body = { button_id: block.id, num_components: count, removed: number }
        const saved = await call('saveAddAnother', body, { order: blockOrder(block.id) }).catch(orRefresh)
        const left = withoutEntry(block, number, store.current())
        receive(left.answer, saved.answer)
        store.receive({ document_answer: left.document_answer })
        store.setEntries(block.id, count)
        acknowledge(saved)
      }),
    chooseTab: async (block, tabId) => {
      let isFree = true
      const choose = async () => {
        await save()
        const body = { tab_id: block.id, chosen_tab: tabId }
        const saved = await call('saveTab', body, { order: blockOrder(block.id) })
          .catch(orRefresh)
          .catch(unlessConverting)
        isFree = saved !== undefined
        if (!saved) return
        receive(blanks(block.keys.filter((key) => isGiven(store.current().answer[key]))), blanks(saved.cleared))
        const { document_answer } = store.current()
        store.receive({ document_answer: without(document_answer, block.keys) })
        store.chooseTab(block.id, tabId)
        acknowledge(saved)
      }
      const reload = () => void documents.reload(block.keys) // 8.tabs.2
      const title = say('Error handling tabs for {question}', { question: block.label })
      await showingErrors(title, toast, choose, reload)
      return isFree
    },
  }
}

const titleOf = ({ entries, label }: Repeated, number: number) => entries[number - 1]?.title ?? label

/** Shows a failure in a toast. Passes on the end of the session or of the application, which the app reports. */
async function showingErrors(
  title: string,
  toast: OwnToast,
  action: () => Promise<void>,
  onClose?: () => void,
): Promise<void> {
  toast.close()
  try {
    await action()
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 401 || error.code === 'already_submitted') throw error
    toast.show({ severity: 'error', title, text: error.message, onClose })
  }
}

function unlessConverting(error: unknown): undefined {
  if (!(error instanceof CallError) || error.code !== 'conversion_running') throw error
}

const without = (documents: Application['document_answer'], keys: readonly string[]) =>
  Object.fromEntries(Object.entries(documents).filter(([key]) => !keys.includes(key)))

const blanks = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, '']))
