// Above 250 lines: everything that decides whose answers these are, and where they go, is read in one place.
import { ownErrors } from '../../../api/browser.ts'
import type { Profile, Reply } from '../../../api/index.ts'
import {
  type AnswerMap,
  careOf,
  emptyApplication,
  type Form,
  isGiven,
  type Problem,
  questionsByKey,
} from '../../../engine/index.ts'
import { CallError, call } from '../../client/index.ts'
import { type ApplicationStore, createApplicationStore, WITHHELD } from '../../fields/index.ts'
import { createDrafts, givenIn, isNothing, type Kept, type Shelves } from './drafts.ts'
import { keepJournal } from './keep-journal.ts'
import { type Copies, moreCopies } from './more-copies.ts'
import { createObservable, type Observable } from './observable.ts'
import { createSaveQueue, type SaveQueue } from './save-queue.ts'
import { type Snapshot, snapshotOf, visitor } from './snapshot.ts'
import { sortBrought } from './sort-brought.ts'

/** The person in this tab and their application: the one place where coming in, saving and leaving meet. */
export type Applicant = {
  /** One for the life of the page: what a visitor typed, secrets too, is still there after signing in. */
  readonly store: ApplicationStore
  readonly queue: SaveQueue
  readonly snapshot: Observable<Snapshot>
  /**
   * A visitor opens the form. The first time, what this device kept is put back at once in the tab where it was typed;
   * elsewhere it waits in `returned` for a word (decisions 41).
   */
  enterAsVisitor(): void
  /** The draft that this visitor can go on with, before either is chosen. */
  readonly returned: Observable<Kept | undefined>
  /** The temporary token of the link that was followed, until its answers have been read (specification §6). */
  readonly token: Observable<string | undefined>
  /** The visitor goes on with the draft. */
  continueDraft(): void
  /** The visitor erases the draft. */
  startAnew(): void
  /**
   * An account's profile has been read. The first time, its answers fill the store; a visitor's answers fill what is
   * empty, the copies a visitor added come too, and what this account left unsaved on the device takes its place again.
   * All of these are saved. What differs from what is saved waits in `undecided`. True then.
   */
  enterAs(profile: Profile): boolean
  /** A visitor's answers that differ from those the account has saved; they stay on the device until decided on. */
  readonly undecided: Observable<AnswerMap>
  /** Of what is undecided, these take the place of what is saved. The rest is dropped. */
  decide(taken: readonly string[]): void
  /** Takes over what other tabs of this account have typed and not saved yet, so that it can be saved here. */
  adoptUnsaved(): void
  /** What of the server's revisions this tab has. */
  readonly seen: Observable<Seen>
  /** The server has taken something that this tab sent, and counts this revision now. */
  acknowledge(revision: number): void
  /** The counts of copies that the server does not have yet. */
  readonly unsavedCopies: ReadonlyMap<string, number>
  /** Answers handed over in navigation state fill what is empty, as if given now. */
  fillEmpty(answers: AnswerMap): void
  /** Commits and saves what is unsaved; throws a CallError when it could not be saved now. */
  save(): Promise<void>
  /** The answers that may travel in navigation state: neither secret nor sensitive ones. */
  answersToCarry(): Record<string, string>
  hasAnswers(): boolean
  eraseDrafts(): void
  /** The server's own list of what is missing, when it found more than this page did. */
  readonly verdict: Observable<readonly Problem[]>
  /** Empties store, queue and whatever else knows the person in one go; when `erasing`, every draft on the device too. */
  leave(how: { erasing: boolean }): void
}

/** `whole` as long as everything up to this revision is on the screen; not when somebody else has saved in between. */
export type Seen = { readonly revision: number; readonly whole: boolean }

/** Stands in a tab whose visitor has seen the draft: loading the page anew there is no return to it. */
const TAB = 'causeway.tab'

type ApplicantTools = {
  readonly form: Form
  readonly today: string
  readonly shelves: Shelves
  readonly token?: string | undefined
  /** Whether the account that came in is still the one that calls speak for: another tab may have logged somebody else in. */
  readonly isHere: () => boolean
  /** The queue found the session over, or the application submitted. */
  readonly onStopped: (error: CallError) => void
  /** The person is gone: what else was known of them has to go as well. */
  readonly onLeft: (erasing: boolean) => void
}

export function createApplicant({ form, today, shelves, token, isHere, onStopped, onLeft }: ApplicantTools): Applicant {
  const store = createApplicationStore({ form, application: emptyApplication, today })
  const snapshot = createObservable(visitor)
  const isWritten = (key: string) => questionsByKey(form).get(key)?.kind !== 'upload'
  const verdict = createObservable<readonly Problem[]>([])
  const returned = createObservable<Kept | undefined>(undefined)
  const undecided = createObservable<AnswerMap>({})
  const seen = createObservable<Seen>({ revision: 0, whole: true })
  const drafts = createDrafts({ form, shelves, now: Date.now })
  const queue = createSaveQueue({
    save: (answers) => (isHere() ? call('saveAnswers', answers) : refused()),
    read: (key) => store.current().answer[key] ?? '',
    // Whether a document was given is the server's to write (decisions 24).
    isSaved: isWritten,
    onSaved(reply) {
      const { revision, whole } = seen.get()
      const own = reply.cleared.length > 0 ? 2 : 1 // what a save hides is emptied in a revision of its own
      seen.set({ revision: reply.revision, whole: whole && reply.revision <= revision + own })
      store.receive({ answer: emptied(reply) })
    },
    onStopped,
  })
  const ownerNow = () => {
    const { is_logged_in, account_id } = snapshot.get()
    return is_logged_in ? { account: account_id } : 'visitor'
  }
  const unsavedCopies = new Map<string, number>()
  const journal = keepJournal({ store, queue, drafts, ownerNow, unsavedCopies })
  let hasRestored = false

  /** What the server emptied, except what the person has written anew since. */
  const emptied = ({ cleared }: Reply<'saveAnswers'>) =>
    Object.fromEntries(cleared.filter((key) => !queue.unsaved().includes(key)).map((key) => [key, '']))

  /** The copies are shown at once. What goes wrong is uncaught, on purpose: the app says it to the person in one place. */
  const saveCopies = async ({ block: { id, label }, count }: Copies) => {
    unsavedCopies.set(id, count)
    store.setCopies(id, count)
    try {
      const { revision } = await call('saveAddAnother', { button_id: id, num_components: count })
      applicant.acknowledge(revision)
    } catch (error) {
      throw error instanceof CallError ? error.titled(`Error adding another ${label}`) : error // specification §8
    }
    unsavedCopies.delete(id)
    journal.write()
  }

  const putBack = ({ answer, add_another, withheld }: Kept) => {
    journal.write()
    store.receive({ answer: { ...answer, ...givenIn(store.current().answer) }, add_another })
    for (const key of withheld) store.remember(key, WITHHELD)
    journal.begin()
    returned.set(undefined)
    shelves.sensitive.setItem(TAB, 'known')
  }
  /** Replaces what is kept of it on the device, in the account's name from now on. */
  const keepUndecided = (asks: AnswerMap) => {
    const owner = { undecided: snapshot.get().account_id }
    drafts.forget(owner)
    drafts.keep(owner, { answer: asks })
    undecided.set(asks)
  }

  store.onChange(({ keys, how }) => {
    if (snapshot.get().is_logged_in) queue.changed(keys, how)
  })
  window.addEventListener('online', () => void queue.flush())

  const applicant: Applicant = {
    store,
    queue,
    snapshot,
    verdict,
    returned,
    token: createObservable(token),
    undecided,
    seen,
    unsavedCopies,
    acknowledge: (revision) => seen.set({ ...seen.get(), revision }),
    enterAsVisitor() {
      if (snapshot.get().is_logged_in) applicant.leave({ erasing: false }) // the session ended elsewhere
      if (hasRestored) return
      hasRestored = true
      const kept = drafts.read('visitor')
      if (isNothing(kept) || shelves.sensitive.getItem(TAB) !== null) putBack(kept)
      else returned.set(kept)
    },
    continueDraft() {
      const kept = returned.get()
      if (kept) putBack(kept)
    },
    startAnew() {
      drafts.forget('visitor')
      returned.set(undefined)
      shelves.sensitive.setItem(TAB, 'known')
      onLeft(true) // whoever typed it
    },
    enterAs(profile) {
      const next = snapshotOf(profile)
      if (snapshot.get().account_id === next.account_id) return false
      if (hasRestored) journal.write() // else the device holds more than the store, which must not be overwritten
      hasRestored = true
      returned.set(undefined)
      const owner = { account: next.account_id }
      const brought = drafts.read('visitor')
      const unsaved = drafts.read(owner)
      const waiting = drafts.read({ undecided: next.account_id })
      queue.empty()
      unsavedCopies.clear()
      snapshot.set(next)
      seen.set({ revision: profile.revision, whole: true })
      store.replace(applicationOf(profile))
      store.showProblems(next.web_status === 'validating')
      journal.begin(Object.keys(unsaved.answer), Object.keys(unsaved.add_another))
      if (next.web_status === 'submitted') {
        drafts.forget(owner)
        keepUndecided({})
      } else {
        store.receive({ answer: unsaved.answer })
        queue.changed(Object.keys(unsaved.answer), 'keystroke')
        const { fills, asks } = sortBrought(form, store.current(), { ...waiting.answer, ...brought.answer })
        applicant.fillEmpty(fills)
        keepUndecided(asks)
        void queue.flush()
        const now = { ...store.current(), add_another: { ...unsaved.add_another, ...brought.add_another } }
        for (const more of moreCopies(form, applicationOf(profile), now)) void saveCopies(more)
      }
      journal.write()
      drafts.forget('visitor')
      return true
    },
    decide(taken) {
      const asked = undecided.get()
      const inOrder = form.keys.filter((key) => taken.includes(key))
      for (const key of inOrder) {
        store.write(key, asked[key] ?? '')
        store.commit(key) // one by one: what shows another question comes before it
      }
      applicant.fillEmpty(sortBrought(form, store.current(), asked).fills)
      journal.write()
      keepUndecided({})
    },
    adoptUnsaved() {
      const { answer } = drafts.read({ account: snapshot.get().account_id })
      const others = Object.entries(answer).filter(([key]) => ![...queue.unsaved(), ...queue.refused()].includes(key))
      store.receive({ answer: Object.fromEntries(others) })
      queue.changed(
        others.map(([key]) => key),
        'keystroke',
      )
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
    answersToCarry() {
      const given = Object.entries(givenIn(store.current().answer))
      return Object.fromEntries(
        given.flatMap(([key, value = '']) => (careOf(form, key) === 'none' ? [[key, value]] : [])),
      )
    },
    hasAnswers: () => Object.values(store.current().answer).some(isGiven),
    eraseDrafts: drafts.eraseAll,
    leave({ erasing }) {
      if (!erasing) journal.write()
      queue.empty()
      unsavedCopies.clear()
      snapshot.set(visitor)
      verdict.set([])
      returned.set(undefined)
      undecided.set({})
      store.showProblems(false)
      store.replace(emptyApplication)
      journal.begin()
      if (erasing) {
        drafts.eraseAll()
        shelves.sensitive.removeItem(TAB)
      }
      hasRestored = true
      onLeft(erasing)
    },
  }
  return applicant
}

const refused = () => Promise.reject(new CallError('unauthorized', 401, ownErrors.unauthorized.message))

/** The part of a profile that the store holds. */
export const applicationOf = ({ answer, add_another, tabs, document_answer }: Profile) => ({
  answer,
  add_another,
  tabs,
  document_answer,
})
