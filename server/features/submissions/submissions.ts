import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { Applications } from '../applications/index.ts'

/** An accepted application, as those who act on it need to know it. */
export type Submission = {
  readonly applicationId: string
  readonly accountId: string
  readonly reference: string
  readonly submittedAt: Date
}

/** Submissions work with what applications do, and tell others in the same transaction that one was accepted. */
export type Submissions = Applications & {
  /** Enqueues the PDF and the receipt; called again by the reconciler, so it must bear repetition. */
  readonly onAccepted: (transaction: Transaction<Tables>, submission: Submission) => Promise<void>
}
