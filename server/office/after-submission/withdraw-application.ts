import { sql } from 'kysely'
import { withdrawnAt } from '../../applying/submissions/index.ts'
import { requestWebhooks } from '../../handing-over/webhooks/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmission } from './after-submission.ts'
import { closeReopening } from './close-reopening.ts'
import { ownerOf } from './owner-of.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Withdraws a submitted application of an account: what was signed stays, but staff and other systems are told that it
 * is no longer to be read, and nothing is asked for any more. A second withdrawal changes nothing.
 */
export const withdrawApplication = (
  deps: AfterSubmission,
  accountId: string,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{ readonly message: string } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    const done = { message: 'Your application is withdrawn.' }
    const owner = await ownerOf(transaction, id)
    if (owner?.account !== accountId) return refusal('not_found')
    const signed = await transaction
      .selectFrom('submission')
      .select('reference')
      .where('application_id', '=', id)
      .executeTakeFirst()
    if (!signed) return refusal('not_submitted')
    if (await withdrawnAt(transaction, id)) return done
    await closeReopening(deps, id, 'withdrawn', transaction)
    await transaction
      .updateTable('document_request')
      .set({ ended_at: sql`clock_timestamp()` })
      .where('application_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await transaction.insertInto('withdrawal').values({ application_id: id, reason }).execute()
    await requestWebhooks(deps.webhooks, transaction)
    const values = { reference: signed.reference }
    const notice = { id, account: owner.account, about: id }
    await tellOwner(deps, transaction, notice, { kind: 'withdrawn', to: owner.email, values })
    return done
  })
