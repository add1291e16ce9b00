import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { Editions } from '../../running/institution/index.ts'
import type { ApplicationDeps } from '../applications/index.ts'

/** An accepted application, with what the code that follows acceptance needs. */
export type Submission = {
  readonly applicationId: string
  readonly accountId: string
  readonly reference: string
  readonly submittedAt: Date
  readonly version: number
}

/** Like applications, plus what must follow acceptance in the same transaction. */
export type SubmissionDeps = ApplicationDeps & {
  /** The editions of the form; if unset, there is just one. */
  readonly editions?: Pick<Editions, 'active' | 'numbered'>
  /** Enqueues the PDF and the receipt. The reconciler calls it again, so it must be idempotent. */
  readonly onAccepted: (transaction: Transaction<Tables>, submission: Submission) => Promise<void>
}
