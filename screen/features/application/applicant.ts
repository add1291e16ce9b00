import type { Profile, Reply } from '../../../api/index.ts'
import {
  type AnswerMap,
  type Application,
  careOf,
  copiesShown,
  emptyApplication,
  everyItem,
  type Form,
  isGiven,
  type Problem,
  questionsByKey,
  type Repeated,
} from '../../../engine/index.ts'
import { CallError, call } from '../../client/index.ts'
import { type ApplicationStore, createApplicationStore, WITHHELD } from '../../fields/index.ts'
import { createDrafts, givenIn, type Shelves } from './drafts.ts'
import { keepJournal } from './keep-journal.ts'
import { createObservable, type Observable } from './observable.ts'
import { createSaveQueue, type SaveQueue } from './save-queue.ts'
import { type Snapshot, snapshotOf, visitor } from './snapshot.ts'

/** The person in this tab and their application: the one place where coming in, saving and leaving meet. */
export type Applicant = {
  /** One for the life of the page: what a visitor typed, secrets too, is still there after signing in. */
  readonly store: ApplicationStore
  readonly queue: SaveQueue
  readonly snapshot: Observable<Snapshot>
  /** A visitor opens the form. The first time, what this device kept is put back. */
  enterAsVisitor(): void
  /**
   * An account's profile has been read. The first time, its answers fill the store; a visitor's answers fill what is
   * empty, the copies a visitor added come too, and what this account left unsaved on the device takes its place again.
   * All of these are saved. True then.
   */
  enterAs(profile: Profile): boolean
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

type ApplicantTools = {
  readonly form: Form
  readonly today: string
  readonly shelves: Shelves
  /** The queue found the session over, or the application submitted. */
  readonly onStopped: (error: CallError) => void
  /** The person is gone: what else was known of them has to go as well. */
  readonly onLeft: () => void
}

export function createApplicant({ form, today, shelves, onStopped, onLeft }: ApplicantTools): Applicant {
  const store = createApplicationStore({ form, application: emptyApplication, today })
  const snapshot = createObservable(visitor)
  const isWritten = (key: string) => questionsByKey(form).get(key)?.kind !== 'upload'
  const verdict = createObservable<readonly Problem[]>([])
  const drafts = createDrafts({ form, shelves, now: Date.now })
  const queue = createSaveQueue({
    save: (answers) => call('saveAnswers', answers),
    read: (key) => store.current().answer[key] ?? '',
    // Whether a document was given is the server's to write (decisions 24).
    isSaved: isWritten,
    onSaved: (reply) => store.receive({ answer: emptied(reply) }),
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
      await call('saveAddAnother', { button_id: id, num_components: count })
    } catch (error) {
      throw error instanceof CallError ? error.titled(`Error adding another ${label}`) : error // specification §8
    }
    unsavedCopies.delete(id)
    journal.write()
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
    enterAsVisitor() {
      if (snapshot.get().is_logged_in) applicant.leave({ erasing: false }) // the session ended elsewhere
      if (hasRestored) return
      hasRestored = true
      const { answer, add_another, withheld } = drafts.read('visitor')
      store.receive({ answer: { ...answer, ...givenIn(store.current().answer) }, add_another })
      for (const key of withheld) store.remember(key, WITHHELD)
    },
    enterAs(profile) {
      const next = snapshotOf(profile)
      if (snapshot.get().account_id === next.account_id) return false
      if (hasRestored) journal.write() // else the device holds more than the store, which must not be overwritten
      hasRestored = true
      const brought = drafts.read('visitor')
      const unsaved = drafts.read({ account: next.account_id })
      queue.empty()
      unsavedCopies.clear()
      snapshot.set(next)
      store.replace(applicationOf(profile))
      store.showProblems(next.web_status === 'validating')
      if (next.web_status === 'submitted') drafts.forget({ account: next.account_id })
      else {
        store.receive({ answer: unsaved.answer })
        queue.changed(Object.keys(unsaved.answer), 'keystroke')
        applicant.fillEmpty(brought.answer)
        void queue.flush()
        const now = { ...store.current(), add_another: { ...unsaved.add_another, ...brought.add_another } }
        for (const more of moreCopies(form, applicationOf(profile), now)) void saveCopies(more)
      }
      journal.write()
      drafts.forget('visitor')
      return true
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
      store.showProblems(false)
      store.replace(emptyApplication)
      if (erasing) drafts.eraseAll()
      hasRestored = true
      onLeft()
    },
  }
  return applicant
}

type Copies = { readonly block: Repeated; readonly count: number }

/** The blocks of which there are more copies in the second application. */
const moreCopies = (form: Form, some: Application, others: Application): Copies[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'repeated') return []
    const count = copiesShown(item, others).length
    return count > copiesShown(item, some).length ? [{ block: item, count }] : []
  })

const applicationOf = ({ answer, add_another, tabs, document_answer }: Profile) => ({
  answer,
  add_another,
  tabs,
  document_answer,
})
