import { sql, type Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { requestWebhooks } from '../../handing-over/webhooks/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { forgetJobs } from '../../platform/jobs/index.ts'
import { forgetMails } from '../../running/mail/index.ts'
import { mailsOf } from './erase-accounts.ts'
import { requestErasedFiles } from './erase-files.ts'
import type { Erasures } from './erasures.ts'

/** Who decided an erasure; the ids are those of members of staff. */
export type Decision =
  | { readonly cause: 'applicant' | 'retention' | 'list' }
  | { readonly cause: 'staff'; readonly askedBy: number; readonly confirmedBy: number }

/**
 * Erases an application with everything about it, and its account if it has no other: rows, jobs, mails that are still in
 * the queue, and, after the commit, files. What stays is a row of `erasure` and, if it was submitted, a change that tells
 * other systems. Returns false if it is gone already. Throws if it is on hold.
 */
export async function eraseApplication(
  erasures: Erasures,
  transaction: Transaction<Tables>,
  applicationId: string,
  decision: Decision,
): Promise<boolean> {
  await lockWithNext(transaction, applicationId)
  const mails = await mailsOf(transaction, await accountsOf(transaction, applicationId))
  const documents = await transaction
    .selectFrom('document')
    .select('id')
    .where('application_id', '=', applicationId)
    .execute()
  const { cause, askedBy = null, confirmedBy = null } = { askedBy: undefined, confirmedBy: undefined, ...decision }
  const { rows } = await sql<{ erased: boolean }>`
    select erase_application(${applicationId}::uuid, ${cause}::text, ${askedBy}::bigint, ${confirmedBy}::bigint) as erased
  `.execute(transaction)
  if (!rows[0]?.erased) return false
  await forgetJobs(transaction, [applicationId, ...documents.map(({ id }) => id)])
  await forgetMails(erasures.keyRing, transaction, mails)
  await requestErasedFiles(erasures, transaction)
  await requestWebhooks(erasures.webhooks, transaction)
  return true
}

/**
 * Locks an application, and the one to which its account turns if it is the current one. The database gives the erasure
 * its place in the feed first and turns the account then: whoever withdraws the other one, and has locked it, would wait
 * for that place while the erasure waits for the other one.
 */
async function lockWithNext(transaction: Transaction<Tables>, applicationId: string): Promise<void> {
  const applications = transaction.selectFrom('application').select('account_id').forUpdate()
  const current = await applications.where('id', '=', applicationId).executeTakeFirst()
  if (!current?.account_id) return
  await applications.where('former_account_id', '=', current.account_id).orderBy('id').execute()
}

const accountsOf = async (transaction: Transaction<Tables>, applicationId: string): Promise<readonly string[]> =>
  (
    await transaction
      .selectFrom('application')
      .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
      .select('user.id')
      .where('application.id', '=', applicationId)
      .execute()
  ).map(({ id }) => id)
