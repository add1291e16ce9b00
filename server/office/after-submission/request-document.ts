import { sql } from 'kysely'
import { REQUEST } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmissionDeps } from './after-submission-deps.ts'
import { signedApplication, standingFor, tellOwner } from './signed-application.ts'

/** At most so many requests of an application wait for an answer. */
const MOST = 10

/** Asks for one document of a submitted application until a moment, and tells its applicant. Nothing else opens. */
export const requestDocument = (
  deps: AfterSubmissionDeps,
  { id, title, reason, until, by }: { id: string; title: string; reason: string; until: Date; by: number },
): Promise<{ readonly until: Date } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    const signed = await signedApplication(transaction, id, { now: deps.now(), until })
    if (isRefusal(signed)) return signed
    const waiting = await transaction
      .selectFrom('document_request')
      .select(sql<number>`count(*)`.as('count'))
      .where('application_id', '=', id)
      .where('ended_at', 'is', null)
      .where('until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirstOrThrow()
    if (waiting.count >= MOST) return refusal('too_many_requests_open')
    const asked = await transaction
      .insertInto('document_request')
      .values({ application_id: id, title, reason, until, made_by: by })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = { title, reason, open_until: until.toISOString() }
    const notice = { id, account: signed.account, about: asked.id }
    const about = { ...(await standingFor(deps, transaction, id)), request: `${REQUEST}${asked.id}` }
    await tellOwner(deps, transaction, notice, { kind: 'document_requested', to: signed.email, values, about })
    return { until }
  })

/** Takes back a request that is not answered yet; a refusal if there is none. */
export async function takeBackRequest(
  { database }: AfterSubmissionDeps,
  { id, request }: { id: string; request: number },
): Promise<{ readonly title: string } | Refusal> {
  const ended = await database.db
    .updateTable('document_request')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('id', '=', request)
    .where('application_id', '=', id)
    .where('ended_at', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return ended ?? refusal('no_request')
}
