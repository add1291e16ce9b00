// Above 250 lines: everything that decides whose answers these are and where they go is in one place.
import { ownErrors } from '../../../api/browser.ts'
import type { Reply } from '../../../api/index.ts'
import {
  type AnswerMap,
  answersOfOneThing,
  answerTo,
  careOf,
  emptyApplication,
  type Form,
  isGiven,
  type Problem,
  questionsByKey,
  type WritingOrder,
} from '../../../engine/index.ts'
import { CallError, type Calls } from '../../client/index.ts'
import { createApplicationStore, WITHHELD } from '../../fields/index.ts'
import { type AddedEntries, addedEntries } from './added-entries.ts'
import type { Applicant } from './applicant.ts'
import { applicationOf } from './applicant.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import { createDrafts, type DeviceStorages, givenIn, isNothing, type StoredDraft } from './drafts.ts'
import { firstPartOf } from './first-part-of.ts'
import { createObservable } from './observable.ts'
import { createRevisionsSeen } from './revisions-seen.ts'
import { createSaveQueue, type Orders } from './save-queue.ts'
import { snapshotOf, visitor } from './snapshot.ts'
import { sortVisitorAnswers } from './sort-visitor-answers.ts'
import { createTooLateAnswers } from './too-late-answers.ts'
import { createWritingOrder } from './writing-order.ts'

/** Set in a tab whose visitor has seen the draft, so that reloading the page does not ask again. */
const TAB = 'causeway.tab'

type ApplicantDeps = {
  readonly form: Form
  readonly today: string
  readonly storages: DeviceStorages
  readonly token?: string | undefined
  /** Whether the account that entered is still logged in: another tab may have logged in somebody else. */
  readonly isHere: () => boolean
  readonly callsAs: (accountId: () => string) => Calls
  /** The source of events for this page being hidden or shown. */
  readonly page?: Pick<EventTarget, 'addEventListener'>
  readonly now?: () => number
  /** Called when a save shows that the session is over or the application submitted. */
  readonly onStopped: (error: CallError) => void
  /** Called when the person has left, so that other data about them can be removed too. */
  readonly onLeft: (erasing: boolean) => void
}

/**
 * Creates the applicant of a tab.
 * Above 80 lines: entering, saving, deciding and leaving change one state, and their order is what matters.
 */
export function createApplicant(deps: ApplicantDeps): Applicant {
  const { form, today, storages, token, isHere, callsAs, page = window, now = Date.now, onStopped, onLeft } = deps
  const store = createApplicationStore({ form, application: emptyApplication, today })
  const snapshot = createObservable(visitor)
  const isWritten = (key: string) => questionsByKey(form).get(key)?.kind !== 'upload'
  const verdict = createObservable<readonly Problem[]>([])
  const returned = createObservable<StoredDraft | undefined>(undefined)
  const conflicts = createObservable<AnswerMap>({})
  const revisions = createRevisionsSeen()
  const drafts = createDrafts({ form, storages, now })
  const tooLate = createTooLateAnswers(drafts, () => snapshot.get().account_id)
  const order = createWritingOrder(storages.none, now)
  const { call, callOnce } = callsAs(() => snapshot.get().account_id)
  const queue = createSaveQueue({
    save: (answers, orders) =>
      isHere() ? call('saveAnswers', answers, { order: { device: order.device(), keys: orders } }) : refused(),
    number: order.next,
    over: revisions.over,
    firstPart: (keys) => firstPartOf(form, keys),
    read: (key) => store.current().answer[key] ?? '',
    // Only the server writes whether a document was given (Q24).
    isSaved: isWritten,
    onSaved(reply, written) {
      const onScreen = (key: string) => answerTo(store.current().answer, key)
      const typed = Object.keys(reply.conflicts).map((key) => [key, onScreen(key)] as const)
      // Another device may have replaced what this tab saved before the reply arrived.
      const saved = Object.keys(written).filter((key) => !queue.unsaved().includes(key))
      const sent = Object.fromEntries(saved.map((key) => [key, onScreen(key)]))
      const now = revisions.newest(reply.revision, { ...sent, ...standing(reply), ...reply.conflicts })
      revisions.shown(Object.keys(reply.conflicts), reply.revision)
      // What is received is no longer half typed, so an answer that stays is not received.
      store.receive({
        answer: Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== onScreen(key))),
      })
      // Keeps a waiting conflict that was written later.
      const isNewest = (key: string) =>
        conflicts.get()[key] === undefined || (written[key]?.number ?? 0) > (askedOrders[key]?.number ?? 0)
      const asked = typed.filter(([key, value]) => value !== now[key] && isNewest(key))
      // An answer named only for its neighbor's sake was not typed here: it replaces nothing that another tab typed.
      const orders = { ...Object.fromEntries(asked.map(([key]) => [key, notTyped])), ...written }
      if (asked.length > 0)
        storeConflicts({ ...conflicts.get(), ...Object.fromEntries(asked) }, conflicts.get(), orders)
      revisions.acknowledge(reply)
    },
    onStopped,
  })
  const ownerNow = () => {
    const { is_logged_in, account_id } = snapshot.get()
    return is_logged_in ? { account: account_id } : 'visitor'
  }
  const unsavedEntries = new Map<string, number>()
  const autosave = createDraftAutosave({ store, queue, drafts, ownerNow, unsavedEntries })
  let hasRestored = false

  /** Answers the server cleared, or had in a newer version from another tab, except those written again since. */
  const standing = ({ cleared, superseded }: Reply<'saveAnswers'>) => {
    const all = { ...superseded, ...Object.fromEntries(cleared.map((key) => [key, ''])) }
    return Object.fromEntries(Object.entries(all).filter(([key]) => !queue.unsaved().includes(key)))
  }

  /** Shows the entries at once. Errors are not caught here, because the app reports uncaught errors in one place. */
  const saveEntries = async ({ block: { id, label }, count }: AddedEntries) => {
    unsavedEntries.set(id, count)
    store.setEntries(id, count)
    try {
      const body = { button_id: id, num_components: count }
      revisions.acknowledge(await call('saveAddAnother', body, { order: applicant.blockOrder(id) }))
    } catch (error) {
      throw error instanceof CallError ? error.titled(`Error adding another ${label}`) : error // 8.add-another.1
    }
    unsavedEntries.delete(id)
    autosave.write()
  }

  /** Queues answers written earlier, here or in another tab, in the order in which they were written. */
  const restore = ({ answer, orders }: Pick<StoredDraft, 'answer' | 'orders'>) => {
    const written: Orders = Object.fromEntries(
      Object.keys(answer).map((key) => [key, orders[key] ?? { number: order.next(), over: 0 }]),
    )
    order.reach(Math.max(0, ...Object.values(written).map(({ number }) => number)))
    queue.restore(written)
  }
  const putBack = ({ answer, add_another, withheld }: StoredDraft) => {
    autosave.write()
    store.receive({ answer: { ...answer, ...givenIn(store.current().answer) }, add_another })
    for (const key of withheld) store.remember(key, WITHHELD)
    autosave.begin()
    returned.set(undefined)
    storages.sensitive.setItem(TAB, 'known')
  }
  /** The writing orders of this tab's conflicts. */
  let askedOrders: Orders = {}
  /** Replaces the conflicts stored on the device for this account. */
  const storeConflicts = (asks: AnswerMap, before = conflicts.get(), orders: Orders = {}) => {
    const owner = { conflicts: snapshot.get().account_id }
    const over = Object.keys(before).filter((key) => !Object.hasOwn(asks, key))
    askedOrders = { ...askedOrders, ...orders }
    // Conflicts that another tab wrote later and has not resolved stay on the device.
    const gone = new Map(over.map((key) => [key, askedOrders[key]?.number ?? 0]))
    drafts.keep(owner, { answer: asks, gone, orders: askedOrders })
    conflicts.set(asks)
  }

  store.onChange(({ keys, how }) => {
    if (snapshot.get().is_logged_in) queue.changed(keys, how)
  })
  page.addEventListener('online', () => void queue.flush())
  /** A hidden page may be ended without any further event. */
  const hide = () => {
    store.commitAll()
    if (snapshot.get().is_logged_in && isHere()) queue.sendBeforeLeaving()
    autosave.writeNow()
  }
  page.addEventListener('pagehide', hide)

  const applicant: Applicant = {
    store,
    queue,
    snapshot,
    verdict,
    returned,
    token: createObservable(token),
    conflicts,
    seen: revisions.seen,
    acknowledge: revisions.acknowledge,
    caughtUp: revisions.caughtUp,
    unsavedEntries,
    call,
    callOnce,
    blockOrder: (blockId) => ({
      device: order.device(),
      keys: { [blockId]: { number: order.next(), over: revisions.seen.get().complete } },
    }),
    tooLate,
    hide,
    close() {
      store.commitAll()
      const keys = [...queue.unsaved(), ...queue.refused()]
      const now = store.current()
      const typed = Object.fromEntries(keys.map((key) => [key, answerTo(now.answer, key)]))
      const saved = Object.fromEntries(Object.entries(now.answer).filter(([key]) => !keys.includes(key)))
      tooLate.show(now, { ...conflicts.get(), ...typed }, saved)
      const { account_id } = snapshot.get()
      queue.empty()
      conflicts.set({})
      store.showProblems(false)
      drafts.forget({ account: account_id })
      drafts.forget({ conflicts: account_id }) // unsaved answers of other accounts stay
    },
    enterAsVisitor() {
      if (snapshot.get().is_logged_in) applicant.leave({ erasing: false }) // the session ended elsewhere
      if (hasRestored) return
      hasRestored = true
      const stored = drafts.read('visitor')
      if (isNothing(stored) || storages.sensitive.getItem(TAB) !== null) putBack(stored)
      else returned.set(stored)
    },
    continueDraft() {
      const stored = returned.get()
      if (stored) putBack(stored)
    },
    startAnew() {
      drafts.forget('visitor')
      returned.set(undefined)
      storages.sensitive.setItem(TAB, 'known')
      onLeft(true) // even if somebody else typed it
    },
    enterAs(profile) {
      const next = snapshotOf(profile)
      if (snapshot.get().account_id === next.account_id) return false
      if (hasRestored) autosave.write() // otherwise the device holds more than the store and must not be overwritten
      hasRestored = true
      returned.set(undefined)
      const owner = { account: next.account_id }
      const visitorDraft = drafts.read('visitor')
      // It belongs to whoever typed it, perhaps not to this account, whose application takes nothing from it any more.
      const isForeign = next.web_status === 'submitted' && storages.sensitive.getItem(TAB) === null
      const unsaved = drafts.read(owner)
      const { answer: conflictsBefore, orders } = drafts.read({ conflicts: next.account_id })
      queue.empty()
      unsavedEntries.clear()
      snapshot.set(next)
      revisions.forget()
      tooLate.hide()
      revisions.caughtUp(profile)
      store.replace(applicationOf(profile))
      store.showProblems(next.web_status === 'validating')
      autosave.begin(unsaved)
      if (next.web_status === 'submitted') {
        const typed = { ...(isForeign ? {} : visitorDraft.answer), ...conflictsBefore, ...unsaved.answer }
        tooLate.show(store.current(), typed, profile.answer)
        drafts.forget(owner)
        storeConflicts({})
      } else {
        store.receive({ answer: unsaved.answer })
        restore(unsaved)
        const { fills, asks } = sortVisitorAnswers(form, store.current(), visitorDraft.answer)
        applicant.fillEmpty(fills)
        const open = Object.entries(conflictsBefore).filter(([key, value]) => value !== answerTo(profile.answer, key))
        askedOrders = {}
        storeConflicts({ ...Object.fromEntries(open), ...asks }, conflictsBefore, orders)
        void queue.flush()
        const now = { ...store.current(), add_another: { ...unsaved.add_another, ...visitorDraft.add_another } }
        for (const more of addedEntries(form, applicationOf(profile), now)) void saveEntries(more)
      }
      autosave.write()
      if (!isForeign) drafts.forget('visitor')
      return true
    },
    resolveConflicts(taken, shown) {
      const asked = conflicts.get()
      // Related answers go together, even those not in the dialog, such as the record that a school was chosen from.
      const whole = (keys: readonly string[]) => new Set(keys.flatMap((key) => answersOfOneThing(form, key)))
      const [chosen, judged] = [whole(taken), whole(shown)]
      const inOrder = form.keys.filter((key) => chosen.has(key) && asked[key] !== undefined)
      for (const key of inOrder) {
        store.write(key, asked[key] ?? '')
        store.commit(key) // one at a time, because an answer that shows a question comes before that question
      }
      // Answers not in the dialog were hidden by a saved answer. They now follow the choices made.
      const followers = Object.entries(asked).filter(([key]) => !judged.has(key))
      applicant.fillEmpty(sortVisitorAnswers(form, store.current(), Object.fromEntries(followers)).fills)
      autosave.write()
      storeConflicts({})
    },
    adoptUnsaved() {
      const { answer, orders } = drafts.read({ account: snapshot.get().account_id })
      const own = queue.orders()
      const isLater = (key: string) => (orders[key]?.number ?? 0) > (own[key]?.number ?? -1)
      const others = Object.fromEntries(Object.entries(answer).filter(([key]) => isLater(key)))
      store.receive({ answer: others })
      restore({ answer: others, orders })
    },
    async save() {
      store.commitAll()
      if (!(await queue.flush()))
        throw new CallError('offline', 0, 'Your answers could not be saved first. Please try again.')
    },
    fillEmpty(answers) {
      const { answer } = store.current()
      const missing = Object.entries(givenIn(answers)).filter(
        ([key]) => form.keys.includes(key) && isWritten(key) && !isGiven(answer[key]),
      )
      if (missing.length === 0) return
      store.receive({ answer: Object.fromEntries(missing) })
      if (snapshot.get().is_logged_in)
        queue.changed(
          missing.map(([key]) => key),
          'commit',
        )
    },
    answersToPass() {
      const given = Object.entries(givenIn(store.current().answer))
      return Object.fromEntries(
        given.flatMap(([key, value = '']) => (careOf(form, key) === 'none' ? [[key, value]] : [])),
      )
    },
    hasAnswers: () => Object.values(store.current().answer).some(isGiven),
    leave({ erasing }) {
      if (!erasing) autosave.write()
      queue.empty()
      unsavedEntries.clear()
      snapshot.set(visitor)
      verdict.set([])
      returned.set(undefined)
      conflicts.set({})
      tooLate.hide()
      revisions.forget()
      store.showProblems(false)
      store.replace(emptyApplication)
      autosave.begin()
      if (erasing) {
        drafts.eraseAll()
        order.forget()
        storages.sensitive.removeItem(TAB)
      }
      hasRestored = true
      onLeft(erasing)
    },
  }
  return applicant
}

const notTyped: WritingOrder = { number: 0, over: 0 }

const refused = () => Promise.reject(new CallError('unauthorized', 401, ownErrors.unauthorized.message))
