import { type WebStatus, webStatusFrom } from '../../../../api/browser.ts'
import type { Profile } from '../../../../api/index.ts'
import { type AnswerMap, type AnswerOrder, careOf } from '../../../../engine/index.ts'
import type { Calls } from '../../../client/index.ts'
import type { ApplicationStore } from '../../../fields/index.ts'
import type { Observable } from '../../../parts/index.ts'
import { givenIn } from '../drafts/drafts.ts'
import type { Conflicts, TooLateAnswers } from '../saving/conflicts.ts'
import type { VisitorDraft } from '../saving/draft-autosave.ts'
import type { SaveQueue } from '../saving/save-queue.ts'
import type { Seen, Taken } from '../saving/saving.ts'

/** What somebody erases on this device: the draft of a visitor, or everything. */
export type Erasure = 'draft' | 'device'

/**
 * The person in this tab and their application. The app decides who is here, and calls `show`, `clear` and `close`
 * accordingly (docs/architecture.md).
 */
export type Applicant = {
  /** One store as long as the page is open: what a visitor typed, even secrets, is still there after signing in. */
  readonly store: ApplicationStore
  readonly queue: SaveQueue
  readonly snapshot: Observable<Snapshot>
  /** Calls on behalf of the account that entered here. The server refuses them if another one is logged in by now. */
  readonly call: Calls['call']
  readonly callOnce: Calls['callOnce']
  /** The name under which this browser writes answers. */
  readonly device: () => string
  /** The order of calls that change a block, among this browser's writes (docs/decisions/0020). */
  readonly blockOrder: (blockId: string) => AnswerOrder
  readonly visitorDraft: VisitorDraft
  /** The temporary token of the link the person followed, until its answers have been read (requirement 6.token.1). */
  readonly token: Observable<string | undefined>
  /**
   * Shows an account's application, after storing unsaved answers on the device. Its answers fill the store, a
   * visitor's answers fill empty ones, entries a visitor added are added, and answers left unsaved on the device are
   * restored; all of these are saved. Answers that differ from saved ones wait in `conflicts`.
   */
  show(profile: Profile): void
  /**
   * Answers given here that differ from the server's: a visitor's, and those another device has changed meanwhile. They
   * stay on the device until the person decides.
   */
  readonly conflicts: Pick<Conflicts, 'get' | 'subscribe' | 'orderOf'>
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
  /** Remembers, here and on the server, that something on the page was opened. */
  open(gate: string): void
  /** Answers passed in navigation state fill empty ones, as if given now. */
  fillEmpty(answers: AnswerMap): void
  /** Commits and saves unsaved answers; throws a CallError if saving fails now. */
  save(): Promise<void>
  /** The answers that may be passed in navigation state: none that are secret or sensitive. */
  answersToPass(): Record<string, string>
  hasAnswers(): boolean
  /**
   * Clears the store, the queue and all else about the person at once. What is not saved stays on the device, unless it
   * is erased.
   */
  clear(how: { readonly erasing: Erasure | 'nothing' }): void
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

/** What the screen knows about the person besides the answers (requirements 3.snapshot). */
export type Snapshot = {
  readonly is_logged_in: boolean
  /** Staff reading with a service token. */
  readonly is_service_user: boolean
  /** '' for a visitor. */
  readonly account_id: string
  readonly username: string
  readonly web_status: WebStatus | 'none'
  readonly last_page: string
  /** Successful logins, at least 1. */
  readonly num_logins: number
  readonly has_changed_page: boolean
  /** Staff opened a signed application again. */
  readonly is_reopened: boolean
}

export const visitor: Snapshot = Object.freeze({
  is_logged_in: false,
  is_service_user: false,
  account_id: '',
  username: '',
  web_status: 'none',
  last_page: '',
  num_logins: 1,
  has_changed_page: false,
  is_reopened: false,
})

/** The snapshot of a person who has just entered. */
export const snapshotOf = (profile: Profile): Snapshot => ({
  is_logged_in: true,
  is_service_user: false,
  account_id: profile.account_id,
  username: profile.username,
  web_status: webStatusFrom(profile.web_status),
  last_page: profile.last_page,
  num_logins: Math.max(1, profile.successful_login.length),
  has_changed_page: false,
  is_reopened: profile.reopening !== null,
})

/** The answers that may be passed in navigation state: none that are secret or sensitive. */
export const answersToPass = ({ form, current }: ApplicationStore): Record<string, string> =>
  Object.fromEntries(
    Object.entries(givenIn(current().answer)).flatMap(([key, value = '']) =>
      careOf(form, key) === 'none' ? [[key, value]] : [],
    ),
  )
