import { type Kysely, sql } from 'kysely'
import { lockApplicationWithId, REQUEST, writeBack } from '../../applying/applications/index.ts'
import { readSubmission } from '../../applying/submissions/index.ts'
import { clockDoubt, inTransaction, type Tables } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { scheduled } from '../../platform/jobs/index.ts'
import type { AfterSubmissionDeps } from './after-submission-deps.ts'
import { signedApplication, standingFor, tellOwner } from './signed-application.ts'

/**
 * Opens a submitted application for changes until a moment, and tells its applicant why. What was signed counts until it
 * is signed again (docs/decisions/0078).
 */
export const reopenApplication = (
  deps: AfterSubmissionDeps,
  { id, reason, until, by }: { id: string; reason: string; until: Date; by: number },
): Promise<{ readonly until: Date } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    const signed = await signedApplication(transaction, id, { now: deps.now(), until })
    if (isRefusal(signed)) return signed
    // What was signed can be kept beside its next version only under a key of the application.
    if (!signed.hasKey) return refusal('no_data_key')
    const opened = await transaction
      .insertInto('reopening')
      .values({ application_id: id, version: signed.version, until, reason, made_by: by })
      .onConflict((conflict) => conflict.column('application_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return refusal('open_already')
    const values = { reason, open_until: until.toISOString() }
    const notice = { id, account: signed.account, about: opened.id }
    const about = await standingFor(deps, transaction, id)
    await tellOwner(deps, transaction, notice, { kind: 'reopened', to: signed.email, values, about })
    return { until }
  })

/**
 * Ends the time in which an application may be changed, without a signature: what was signed stands again, in the
 * application too. Returns false if it is not open, for example because it was signed meanwhile.
 */
export const closeReopening = (
  deps: AfterSubmissionDeps,
  id: string,
  outcome: 'closed' | 'expired' | 'withdrawn',
  inside?: Kysely<Tables>,
): Promise<boolean> =>
  lockApplicationWithId(
    deps,
    id,
    async (locked) => {
      const { transaction } = locked
      const closed = await transaction
        .updateTable('reopening')
        .set({ ended_at: sql`clock_timestamp()`, outcome })
        .where('application_id', '=', id)
        .where('ended_at', 'is', null)
        // Staff may have closed it meanwhile and opened it anew.
        .$if(outcome === 'expired', (query) => query.where('until', '<=', sql<Date>`clock_timestamp()`))
        .returning('version')
        .executeTakeFirst()
      if (!closed) return false
      const signed = await readSubmission(transaction, deps.keyRing, id, { version: closed.version })
      if (!signed) throw new Error('What was signed before a reopening is missing.')
      await putBackDocuments(transaction, id, closed.version)
      await writeBack(deps, locked, signed.snapshot.application)
      return true
    },
    inside,
  )

/** Every document of the application is again what it was when this version was signed. */
async function putBackDocuments(transaction: Kysely<Tables>, id: string, version: number): Promise<void> {
  await sql`
    update document set status = 'DETACHED', updated_at = clock_timestamp()
    where application_id = ${id} and status <> 'DETACHED' and not starts_with(answer_key, ${REQUEST})`.execute(
    transaction,
  )
  await sql`
    update document set status = 'COMPLETED', answer_key = signed_document.answer_key
    from signed_document
    where document_id = document.id and signed_document.application_id = ${id} and version = ${version}`.execute(
    transaction,
  )
}

const closingQueue = scheduled('close-reopenings', '*/5 * * * *', { expireInSeconds: 600 })

/** Closes the applications whose time is over; call it before the jobs start. */
export const defineClosingJob = (deps: AfterSubmissionDeps): void =>
  deps.jobs.define(closingQueue, () => closeExpired(deps))

/**
 * The same at once. Since their time is over nothing in them can be changed; this only puts back what was signed. That
 * discards changes, so it waits while the time is in doubt.
 */
export async function closeExpired(deps: AfterSubmissionDeps): Promise<void> {
  if ((await clockDoubt(deps)) !== undefined) return
  const due = await deps.database.db
    .selectFrom('reopening')
    .select('application_id')
    .where('ended_at', 'is', null)
    .where('until', '<=', sql<Date>`least(clock_timestamp(), ${deps.now()}::timestamptz)`)
    .limit(1000)
    .execute()
  const failures: unknown[] = []
  for (const { application_id } of due)
    await closeReopening(deps, application_id, 'expired').catch((error) => failures.push(error)) // the others end in time
  const closed = due.length - failures.length
  if (closed > 0) deps.log.info({ applications: closed }, 'Applications were closed again unsigned.')
  if (failures.length > 0) throw new AggregateError(failures, 'Applications whose time is over could not be closed.')
}
