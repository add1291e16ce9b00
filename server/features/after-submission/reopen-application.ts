import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmission } from './after-submission.ts'
import { isWithdrawn } from './is-withdrawn.ts'
import { ownerOf } from './owner-of.ts'
import { tellOwner } from './tell-owner.ts'

/** How long an application may be open, in days. */
const LONGEST = 90
const DAY = 86_400_000 // ms

/**
 * Opens a submitted application for changes until a moment, and tells its applicant why. What was signed counts until it
 * is signed again (docs/decisions/0078).
 */
export const reopenApplication = (
  deps: AfterSubmission,
  { id, reason, until, by }: { id: string; reason: string; until: Date; by: number },
): Promise<{ readonly until: Date } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    if (!isWithin(until, deps.now())) return refusal('wrong_time')
    const owner = await ownerOf(transaction, id)
    if (!owner) return refusal('no_such_application')
    const signed = await transaction
      .selectFrom('submission')
      .select('version')
      .where('application_id', '=', id)
      .executeTakeFirst()
    if (!signed) return refusal('not_submitted')
    if (await isWithdrawn(transaction, id)) return refusal('withdrawn')
    // What was signed can be kept beside its next version only under a key of the application.
    if (owner.data_key === null) return refusal('no_data_key')
    const opened = await transaction
      .insertInto('reopening')
      .values({ application_id: id, version: signed.version, until, reason, made_by: by })
      .onConflict((conflict) => conflict.column('application_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return refusal('open_already')
    const values = { reason, open_until: until.toISOString() }
    const notice = { id, account: owner.account, about: opened.id }
    await tellOwner(deps, transaction, notice, { kind: 'reopened', to: owner.email, values })
    return { until }
  })

/** Whether something may be open until this moment: from tomorrow on, and no longer than three months. */
export const isWithin = (until: Date, now: Date): boolean =>
  until.getTime() > now.getTime() && until.getTime() <= now.getTime() + LONGEST * DAY
