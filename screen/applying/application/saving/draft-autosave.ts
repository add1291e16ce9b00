import { type Application, answerTo, emptyApplication } from '../../../../engine/index.ts'
import { type ApplicationStore, isWithheld } from '../../../fields/index.ts'
import { createObservable, type Observable } from '../../../parts/index.ts'
import {
  type DeviceStorage,
  type Drafts,
  ERASED,
  givenIn,
  isNothing,
  type Owner,
  type StoredDraft,
} from '../drafts/drafts.ts'
import type { SaveQueue } from './save-queue.ts'

const nothingStored = { answer: {}, orders: {}, add_another: {} }

/** Minimum milliseconds between two writes to the device (Q42). */
const AT_MOST_EVERY = 1000

type DraftAutosave = ReturnType<typeof createDraftAutosave>

/**
 * Writes to the device what the server does not have: all answers of a visitor, or the unsaved and refused answers of
 * an account. It writes at most once a second, and at once by `write` or when the page goes away. It writes only what
 * changed here, because another tab of the same person stores its own answers in the same place (Q44). What is typed
 * before somebody has entered waits for `begin` or `start`, because beside a draft that was there before, nobody could
 * tell whose it is.
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
  let isStarted = false
  let isChanged = false
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
    isChanged = false
    const owner = ownerNow()
    if (owner === 'visitor') return writeVisitor(store.current())
    const unsaved = [...queue.unsaved(), ...queue.refused()]
    const orders = queue.orders()
    const saved = pendingEntries.map((id) => [id, 0] as const)
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
    isChanged = true
    if (isStarted) timer ??= setTimeout(write, AT_MOST_EVERY)
  }

  store.subscribe(writeSoon)
  queue.subscribe(writeSoon)
  return {
    write,
    /** The page may go away: writes at once what would be written soon. */
    writeNow: () => isChanged && write(),
    /** From now on what is typed is written, and what was typed before. */
    start() {
      isStarted = true
      if (isChanged) writeSoon()
    },
    /**
     * Someone has entered or left. Sets what the device holds of them: the store's answers, or these unsaved answers
     * and counts.
     */
    begin({ answer, orders, add_another }: Pick<StoredDraft, 'answer' | 'orders' | 'add_another'> = nothingStored) {
      isStarted = true
      written = store.current()
      pending = new Map(Object.keys(answer).map((key) => [key, orders[key]?.number ?? 0]))
      pendingEntries = Object.keys(add_another)
    },
  }
}

export type VisitorDraft = {
  /** The draft that this visitor can continue, until they choose to continue it or start over. */
  readonly returned: Pick<Observable<StoredDraft | undefined>, 'get' | 'subscribe'>
  /** Whether the visitor has seen this draft in this tab; in any other tab it may be somebody else's. */
  isKnown(): boolean
  /** Restores the draft at once in the tab where it was typed; in any other tab it waits in `returned` (Q41). */
  offer(): void
  /** The visitor continues the draft. */
  goOn(): void
  /** The visitor erases the draft. */
  discard(): void
  /** Takes the offer back. */
  withdraw(): void
  /** This tab no longer counts as one in which the draft was seen. */
  forgetTab(): void
}

/** Set in a tab whose visitor has seen the draft, so that reloading the page does not ask again. */
const TAB = 'causeway.tab'

/** What an applicant without an account has left on this device. */
export function createVisitorDraft(deps: {
  store: ApplicationStore
  drafts: Drafts
  autosave: DraftAutosave
  tabStorage: DeviceStorage
  deviceStorage: DeviceStorage
}): VisitorDraft {
  const { store, drafts, autosave, tabStorage, deviceStorage } = deps
  const returned = createObservable<StoredDraft | undefined>(undefined)
  /** A tab that was closed before an erasure comes back with what it knew then. */
  const knownNow = () => deviceStorage.getItem(ERASED) ?? 'known'
  const isKnown = () => tabStorage.getItem(TAB) === knownNow()
  const know = () => {
    returned.set(undefined)
    tabStorage.setItem(TAB, knownNow())
  }
  const restore = ({ answer, add_another, withheld }: StoredDraft) => {
    autosave.write()
    store.receive({ answer: { ...answer, ...givenIn(store.current().answer) }, add_another })
    for (const key of withheld) store.remember(isWithheld, key, true)
    autosave.begin()
    know()
  }
  return {
    returned,
    isKnown,
    offer() {
      const stored = drafts.read('visitor')
      autosave.start()
      if (isNothing(stored) || isKnown()) restore(stored)
      else returned.set(stored)
    },
    goOn() {
      const stored = returned.get()
      if (stored) restore(stored)
    },
    discard() {
      drafts.forget('visitor')
      know()
    },
    withdraw: () => returned.set(undefined),
    forgetTab: () => tabStorage.removeItem(TAB),
  }
}
