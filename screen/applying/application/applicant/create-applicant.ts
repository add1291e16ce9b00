import type { Profile } from '../../../../api/index.ts'
import {
  type AnswerMap,
  answerTo,
  emptyApplication,
  type Form,
  gatesIn,
  isGiven,
  keysAnsweredTogether,
} from '../../../../engine/index.ts'
import type { CallError, Calls } from '../../../client/index.ts'
import { type ApplicationStore, createApplicationStore } from '../../../fields/index.ts'
import { createObservable } from '../../../parts/index.ts'
import {
  createDrafts,
  createWritingOrder,
  type DeviceStorages,
  givenIn,
  type StoredDraft,
  sortVisitorAnswers,
} from '../drafts/drafts.ts'
import { createConflicts, createTooLateAnswers } from '../saving/conflicts.ts'
import { createDraftAutosave, createVisitorDraft } from '../saving/draft-autosave.ts'
import { createEntrySaving } from '../saving/entry-saving.ts'
import { createSaving, isWritten } from '../saving/saving.ts'
import { type Applicant, answersToPass, applicationOf, type Erasure, snapshotOf, visitor } from './applicant.ts'

type ApplicantDeps = {
  readonly form: Form
  readonly today: string
  /** By default, a new one. */
  readonly store?: ApplicationStore
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
}

type Parts = ReturnType<typeof createParts>

/** Creates the applicant of a tab: its parts, what connects them, and the ways in which they change together. */
export function createApplicant(deps: ApplicantDeps): Applicant {
  const { token, isHere, page = window } = deps
  const parts = createParts(deps)
  const { store, snapshot, saving, conflicts, entries, drafts, autosave, visitorDraft, tooLate, calls } = parts
  const { queue, revisions } = saving
  /** A hidden page may be ended without any further event. */
  const hide = () => {
    store.commitAll()
    if (snapshot.get().is_logged_in && isHere()) queue.sendBeforeLeaving()
    autosave.writeNow()
  }
  store.onChange(({ keys, how }) => {
    if (snapshot.get().is_logged_in) queue.changed(keys, how)
  })
  page.addEventListener('online', () => void queue.flush())
  page.addEventListener('pagehide', hide)
  return {
    store,
    queue,
    snapshot,
    visitorDraft,
    conflicts,
    tooLate,
    hide,
    call: calls.call,
    callOnce: calls.callOnce,
    blockOrder: saving.blockOrder,
    save: saving.save,
    device: parts.order.device,
    seen: revisions.seen,
    acknowledge: revisions.acknowledge,
    caughtUp: revisions.caughtUp,
    token: createObservable(token),
    unsavedEntries: entries.unsaved,
    show: (profile) => show(parts, profile),
    clear: ({ erasing }) => clear(parts, erasing),
    close: () => close(parts),
    adoptUnsaved: () => saving.adopt(drafts.read({ account: snapshot.get().account_id })),
    open: (gate) => open(parts, gate),
    fillEmpty: (answers) => fillEmpty(parts, answers),
    resolveConflicts: (taken, shown) => resolveConflicts(parts, taken, shown),
    answersToPass: () => answersToPass(store),
    hasAnswers: () => Object.values(store.current().answer).some(isGiven),
  }
}

function createParts({ form, today, storages, isHere, callsAs, now = Date.now, onStopped, ...deps }: ApplicantDeps) {
  const { store = createApplicationStore({ form, application: emptyApplication, today }) } = deps
  const snapshot = createObservable(visitor)
  const accountNow = () => snapshot.get().account_id
  const drafts = createDrafts({ form, storages, now })
  const order = createWritingOrder(storages.none, now)
  const calls = callsAs(accountNow)
  const conflicts = createConflicts(drafts, accountNow)
  const saving = createSaving({ store, conflicts, order, call: calls.call, isHere, onStopped })
  const entries = createEntrySaving({
    store,
    call: calls.call,
    blockOrder: saving.blockOrder,
    acknowledge: saving.revisions.acknowledge,
    onSaved: () => autosave.write(),
  })
  const ownerNow = () => (snapshot.get().is_logged_in ? { account: accountNow() } : 'visitor')
  const autosave = createDraftAutosave({
    store,
    queue: saving.queue,
    drafts,
    ownerNow,
    unsavedEntries: entries.unsaved,
  })
  return {
    store,
    snapshot,
    drafts,
    order,
    calls,
    conflicts,
    saving,
    entries,
    autosave,
    visitorDraft: createVisitorDraft({
      store,
      drafts,
      autosave,
      tabStorage: storages.sensitive,
      deviceStorage: storages.none,
    }),
    tooLate: createTooLateAnswers(drafts, accountNow),
  }
}

function show(parts: Parts, profile: Parameters<Applicant['show']>[0]): void {
  const { store, snapshot, drafts, conflicts, saving, entries, autosave, visitorDraft, tooLate } = parts
  autosave.write()
  const next = snapshotOf(profile)
  const owner = { account: next.account_id }
  const isSubmitted = next.web_status === 'submitted'
  const typed = drafts.read('visitor')
  // It belongs to the person who typed it, perhaps not to this account, whose application no longer takes anything.
  const isForeign = isSubmitted && !visitorDraft.isKnown()
  const unsaved = drafts.read(owner)
  const { answer: conflictsBefore, orders } = drafts.read({ conflicts: next.account_id })
  visitorDraft.withdraw()
  saving.queue.empty()
  entries.forget()
  snapshot.set(next)
  saving.revisions.forget()
  tooLate.hide()
  saving.revisions.caughtUp(profile)
  store.replace(applicationOf(profile))
  store.showProblems(next.web_status === 'validating')
  autosave.begin(unsaved)
  if (isSubmitted) {
    const late = { ...(isForeign ? {} : typed.answer), ...conflictsBefore, ...unsaved.answer }
    tooLate.show(store.current(), late, profile.answer)
    drafts.forget(owner)
    conflicts.begin({}, conflictsBefore, orders)
  } else {
    store.receive({ answer: unsaved.answer })
    saving.restore(unsaved)
    const { fills, asks } = sortVisitorAnswers(store.form, store.current(), typed.answer)
    fillEmpty(parts, fills)
    const open = Object.entries(conflictsBefore).filter(([key, value]) => value !== answerTo(profile.answer, key))
    const asked = { ...asks, ...deniedIn(store, typed) }
    // A visitor's answers have no order of their own. Orders follow the clock, and one that is lower would not be stored.
    const numberOf = (key: string) => Math.max(typed.at ?? 0, orders[key]?.number ?? 0)
    const written = Object.fromEntries(Object.keys(asked).map((key) => [key, { number: numberOf(key), over: 0 }]))
    conflicts.begin({ ...Object.fromEntries(open), ...asked }, conflictsBefore, { ...orders, ...written })
    void saving.queue.flush()
    const now = { ...store.current(), add_another: { ...unsaved.add_another, ...typed.add_another } }
    entries.saveAdded(applicationOf(profile), now)
  }
  autosave.write()
  if (!isForeign) drafts.forget('visitor')
}

/** A visitor's "yes", which is no answer, where the account has the answer "no". */
const deniedIn = ({ form, current }: ApplicationStore, { answer, add_another }: StoredDraft): AnswerMap =>
  Object.fromEntries(
    gatesIn(form).flatMap((gate) =>
      add_another[gate] !== undefined && !isGiven(answer[gate]) && isGiven(current().answer[gate]) ? [[gate, '']] : [],
    ),
  )

function clear(parts: Parts, erasing: Erasure | 'nothing'): void {
  const { store, snapshot, drafts, order, conflicts, saving, entries, autosave, visitorDraft, tooLate } = parts
  if (erasing === 'nothing') autosave.write()
  saving.queue.empty()
  entries.forget()
  snapshot.set(visitor)
  visitorDraft.withdraw()
  conflicts.hide()
  tooLate.hide()
  saving.revisions.forget()
  store.showProblems(false)
  store.replace(emptyApplication)
  autosave.begin()
  if (erasing === 'draft') visitorDraft.discard()
  if (erasing !== 'device') return
  drafts.eraseAll()
  order.forget()
  visitorDraft.forgetTab()
}

function close({ store, snapshot, drafts, conflicts, saving: { queue }, tooLate }: Parts): void {
  store.commitAll()
  const keys = [...queue.unsaved(), ...queue.refused()]
  const now = store.current()
  const typed = Object.fromEntries(keys.map((key) => [key, answerTo(now.answer, key)]))
  const saved = Object.fromEntries(Object.entries(now.answer).filter(([key]) => !keys.includes(key)))
  tooLate.show(now, { ...conflicts.get(), ...typed }, saved)
  const { account_id } = snapshot.get()
  queue.empty()
  conflicts.hide()
  store.showProblems(false)
  drafts.forget({ account: account_id })
  drafts.forget({ conflicts: account_id }) // unsaved answers of other accounts stay
  snapshot.set({ ...snapshot.get(), web_status: 'submitted' })
}

/** A "yes" is also sent as an answer that is not "no", so that a "no" of another device is a conflict. */
function open({ store, snapshot, saving, entries }: Parts, gate: string): void {
  const isLoggedIn = snapshot.get().is_logged_in
  if (isLoggedIn) entries.open(gate)
  else store.setEntries(gate, 1)
  if (isLoggedIn && store.form.keys.includes(gate)) saving.queue.changed([gate], 'commit')
}

function fillEmpty({ store, snapshot, saving }: Parts, answers: AnswerMap): void {
  const { answer } = store.current()
  const missing = Object.entries(givenIn(answers)).filter(
    ([key]) => store.form.keys.includes(key) && isWritten(store, key) && !isGiven(answer[key]),
  )
  if (missing.length === 0) return
  store.receive({ answer: Object.fromEntries(missing) })
  if (snapshot.get().is_logged_in)
    saving.queue.changed(
      missing.map(([key]) => key),
      'commit',
    )
}

function resolveConflicts(parts: Parts, taken: readonly string[], shown: readonly string[]): void {
  const { store, conflicts, autosave } = parts
  const { form } = store
  const asked = conflicts.get()
  // Related answers go together, even those not in the dialog, such as the record that a school was chosen from.
  const whole = (keys: readonly string[]) => new Set(keys.flatMap((key) => keysAnsweredTogether(form, key)))
  const [chosen, judged] = [whole(taken), whole(shown)]
  const inOrder = form.keys.filter((key) => chosen.has(key) && asked[key] !== undefined)
  for (const key of inOrder) {
    store.write(key, asked[key] ?? '')
    store.commit(key) // one at a time, because an answer that shows a question comes before that question
  }
  // Answers not in the dialog were hidden by a saved answer. They now follow the choices made.
  const followers = Object.entries(asked).filter(([key]) => !judged.has(key))
  fillEmpty(parts, sortVisitorAnswers(form, store.current(), Object.fromEntries(followers)).fills)
  autosave.write()
  conflicts.resolve()
}

/** Applies what another tab or device has saved: answers not changed here become the server's, key by key (Q44). */
export function mergeProfile({ store, queue, caughtUp, unsavedEntries }: Applicant, profile: Profile): void {
  const { answer } = store.current()
  const own = new Set([...queue.unsaved(), ...queue.refused()])
  const keys = new Set([...Object.keys(profile.answer), ...Object.keys(answer)])
  const others = [...keys].filter((key) => !own.has(key) && answerTo(profile.answer, key) !== answerTo(answer, key))
  store.receive({
    ...applicationOf(profile),
    add_another: { ...profile.add_another, ...Object.fromEntries(unsavedEntries) },
    answer: Object.fromEntries(others.map((key) => [key, answerTo(profile.answer, key)])),
  })
  caughtUp(profile)
}
