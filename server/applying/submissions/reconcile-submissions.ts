import { inTransaction } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import { ownerAccount } from '../applications/index.ts'
import { keyOfReceipt } from './send-receipt.ts'
import type { SubmissionDeps } from './submission-deps.ts'

const BATCH = 100
const RETRY_TIME = 30 * 60_000 // ms; until then the job queue is still retrying

/**
 * Finds accepted applications without a PDF or a receipt mail and requests these again: after a crash between
 * acceptance and what follows, or after a lost job, every applicant still gets both. Returns how many there were. Throws
 * once all were requested if some could not be.
 */
export async function reconcileSubmissions(deps: SubmissionDeps): Promise<number> {
  const { db } = deps.database
  const since = new Date(deps.now().getTime() - RETRY_TIME)
  const waiting = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .leftJoin('application_pdf', 'application_pdf.application_id', 'submission.application_id')
    .leftJoin('sent_mail', (join) => join.on('sent_mail.key', '=', keyOfReceipt))
    .where((where) =>
      where.or([
        where('application_pdf.status', 'is', null),
        where.and([
          where('application_pdf.status', '!=', 'COMPLETED'),
          where('application_pdf.updated_at', '<', since),
        ]),
        where('sent_mail.enqueued_at', 'is', null),
        where.and([
          where('sent_mail.sent_at', 'is', null),
          where('sent_mail.refused_at', 'is', null),
          where('sent_mail.enqueued_at', '<', since),
        ]),
      ]),
    )
    .select(['submission.application_id', 'reference', 'submitted_at', 'submission.version'])
    .select(ownerAccount.as('account_id'))
    .limit(BATCH)
    .execute()
  const failures: unknown[] = []
  for (const { application_id, account_id, reference, submitted_at, version } of waiting) {
    const ids = { applicationId: application_id, accountId: account_id }
    const accepted = { ...ids, reference, version, submittedAt: submitted_at }
    await inTransaction(db, (transaction) => deps.onAccepted(transaction, accepted)).catch((error) =>
      failures.push(error),
    )
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${waiting.length} submissions could not be completed.`)
  return waiting.length
}

const reconcileQueue = scheduled('reconcile-submissions', '*/10 * * * *', { expireInSeconds: 300 })

/** Reconciles submissions every ten minutes, in one process for all; call it before the jobs start. */
export const defineReconcileJob = (jobs: Jobs, deps: SubmissionDeps): void =>
  jobs.define(reconcileQueue, async () => {
    await reconcileSubmissions(deps)
  })
