import type { Profile } from '../../../api/index.ts'
import type { AnswerMap, AnswerOrder, Problem } from '../../../engine/index.ts'
import type { Calls } from '../../client/index.ts'
import type { ApplicationStore } from '../../fields/index.ts'
import type { StoredDraft } from './drafts.ts'
import type { Observable } from './observable.ts'
import type { Seen, Taken } from './revisions-seen.ts'
import type { SaveQueue } from './save-queue.ts'
import type { Snapshot } from './snapshot.ts'
import type { TooLateAnswers } from './too-late-answers.ts'

/** The person in this tab and their application. Entering, saving and leaving all go through this object. */
export type Applicant = {
  /** One store as long as the page is open: what a visitor typed, even secrets, is still there after signing in. */
  readonly store: ApplicationStore
  readonly queue: SaveQueue
  readonly snapshot: Observable<Snapshot>
  /** Calls on behalf of the account that entered here. The server refuses them if another one is logged in by now. */
  readonly call: Calls['call']
  readonly callOnce: Calls['callOnce']
  /** The order of calls that change a block, among this browser's writes (docs/decisions/0020). */
  readonly blockOrder: (blockId: string) => AnswerOrder
  /**
   * Called when a visitor opens the form. The first time, a draft on this device is restored at once in the tab where
   * it was typed; in any other tab it waits in `returned` until the person decides (Q41).
   */
  enterAsVisitor(): void
  /** The draft that this visitor can continue, until they choose to continue it or start over. */
  readonly returned: Observable<StoredDraft | undefined>
  /** The temporary token of the link the person followed, until its answers have been read (requirement 6.token.1). */
  readonly token: Observable<string | undefined>
  /** The visitor continues the draft. */
  continueDraft(): void
  /** The visitor erases the draft. */
  startAnew(): void
  /**
   * Called with an account's profile. The first time, its answers fill the store, a visitor's answers fill what is
   * empty, entries a visitor added are added, and answers left unsaved on the device are restored; all of these are
   * saved. Answers that differ from saved ones wait in `conflicts`. Returns whether it was the first time.
   */
  enterAs(profile: Profile): boolean
  /**
   * Answers given here that differ from the server's: a visitor's, and those another device has changed meanwhile. They
   * stay on the device until the person decides.
   */
  readonly conflicts: Observable<AnswerMap>
  /**
   * Resolves the conflicts. Those in `taken` replace the saved answers; the rest of `shown` are dropped. Those not
   * shown belong to questions that a saved answer had hidden, and fill what is empty now.
   */
  resolveConflicts(taken: readonly string[], shown: readonly string[]): void
  /** Takes over answers that other tabs of this account have not saved yet, so that this tab can save them. */
  adoptUnsaved(): void
  /** The server revisions that this tab has seen. */
  readonly seen: Observable<Seen>
  /** The server has accepted a change from this tab; `taken` holds the revisions before and after it. */
  acknowledge(taken: Taken): void
  /** This profile's answers are on the screen now, except where the tab has unsaved ones. */
  caughtUp(profile: Pick<Profile, 'revision' | 'answer'>): void
  /** Answers typed here too late to be part of an application submitted elsewhere. Reported once. */
  readonly tooLate: TooLateAnswers
  /** The application was submitted: nothing of it is saved or stored any more. Answers still unsaved were too late. */
  close(): void
  /** The entry counts that the server does not have yet. */
  readonly unsavedEntries: ReadonlyMap<string, number>
  /** Answers passed in navigation state fill empty ones, as if given now. */
  fillEmpty(answers: AnswerMap): void
  /** Commits and saves unsaved answers; throws a CallError if saving fails now. */
  save(): Promise<void>
  /** The answers that may be passed in navigation state: none that are secret or sensitive. */
  answersToPass(): Record<string, string>
  hasAnswers(): boolean
  /** The server's own list of what is missing, if it found problems that this page did not. */
  readonly verdict: Observable<readonly Problem[]>
  /**
   * Clears the store, the queue and all else about the person at once; with `erasing`, also every draft on the device.
   */
  leave(how: { erasing: boolean }): void
  /** Called when the page is hidden: commits, sends and stores what was typed, because the page may not come back. */
  hide(): void
}

/** The part of a profile that the store holds. */
export const applicationOf = ({ answer, add_another, tabs, document_answer }: Profile) => ({
  answer,
  add_another,
  tabs,
  document_answer,
})
