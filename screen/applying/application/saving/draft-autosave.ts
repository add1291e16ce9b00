import { type Application, answerTo, emptyApplication } from '../../../../engine/index.ts'
import type { ApplicationStore } from '../../../fields/index.ts'
import { type Drafts, givenIn, isNothing, type Owner, type StoredDraft } from '../drafts/index.ts'
import type { SaveQueue } from './save-queue.ts'

const nothingStored = { answer: {}, orders: {}, add_another: {} }

/** Minimum milliseconds between two writes to the device (Q42). */
const AT_MOST_EVERY = 1000

export type DraftAutosave = ReturnType<typeof createDraftAutosave>

/**
 * Writes to the device what the server does not have: all answers of a visitor, or the unsaved and refused answers of
 * an account. It writes at most once a second, and at once by `write` or when the page goes away. It writes only what
 * changed here, because another tab of the same person stores its own answers in the same place (Q44).
 */
export function createDraftAutosave(deps: {
  store: ApplicationStore
  queue: SaveQueue
  drafts: Drafts
  ownerNow: () => Owner
  /** The entry counts that the server does not have yet. */
  unsavedEntries: ReadonlyMap<string, number>
}) {
  const { store, queue, drafts, ownerNow, unsavedEntries } = deps
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The visitor's answers as the device has them. */
  let written: Pick<Application, 'answer' | 'add_another'> = emptyApplication
  /** The write numbers of an account's answers that this tab has stored on the device. */
  let pending: ReadonlyMap<string, number> = new Map()
  let pendingEntries: readonly string[] = []

  const writeVisitor = (now: Application) => {
    const { answer, add_another } = isNothing(drafts.read('visitor')) ? emptyApplication : written // too old, or erased
    const changed = Object.entries({ ...answer, ...now.answer }).filter(([key]) => answer[key] !== now.answer[key])
    if (changed.length === 0 && add_another === now.add_another) return
    const given = givenIn(Object.fromEntries(changed))
    const gone = new Map(changed.flatMap(([key]) => (Object.hasOwn(given, key) ? [] : [[key, 0] as const])))
    drafts.keep('visitor', { answer: given, gone, add_another: now.add_another })
    written = now
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const owner = ownerNow()
    if (owner === 'visitor') return writeVisitor(store.current())
    const unsaved = [...queue.unsaved(), ...queue.refused()]
    const orders = queue.orders()
    const saved = pendingEntries.map((id) => [id, 1] as const)
    drafts.keep(owner, {
      answer: Object.fromEntries(unsaved.map((key) => [key, answerTo(store.current().answer, key)])),
      orders,
      gone: new Map([...pending].filter(([key]) => !unsaved.includes(key))),
      add_another: Object.fromEntries([...saved, ...unsavedEntries]),
    })
    pending = new Map(unsaved.map((key) => [key, orders[key]?.number ?? 0]))
    pendingEntries = [...unsavedEntries.keys()]
  }
  const writeSoon = () => {
    timer ??= setTimeout(write, AT_MOST_EVERY)
  }

  if (Object.keys(store.current().answer).length > 0) writeSoon() // typed before this code was there
  store.subscribe(writeSoon)
  queue.subscribe(writeSoon)
  return {
    write,
    /** The page may go away: writes at once what would be written soon. */
    writeNow: () => timer !== undefined && write(),
    /**
     * Someone has entered or left. Sets what the device holds of them: the store's answers, or these unsaved answers
     * and counts.
     */
    begin({ answer, orders, add_another }: Pick<StoredDraft, 'answer' | 'orders' | 'add_another'> = nothingStored) {
      written = store.current()
      pending = new Map(Object.keys(answer).map((key) => [key, orders[key]?.number ?? 0]))
      pendingEntries = Object.keys(add_another)
    },
  }
}
