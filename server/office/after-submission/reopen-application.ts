import { inTransaction } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmission } from './after-submission.ts'
import { signedApplication } from './signed-application.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Opens a submitted application for changes until a moment, and tells its applicant why. What was signed counts until it
 * is signed again (docs/decisions/0078).
 */
export const reopenApplication = (
  deps: AfterSubmission,
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
    await tellOwner(deps, transaction, notice, { kind: 'reopened', to: signed.email, values })
    return { until }
  })
