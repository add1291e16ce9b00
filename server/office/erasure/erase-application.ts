import { type Kysely, sql, type Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { requestWebhooks } from '../../handing-over/webhooks/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { forgetJobs, scheduled } from '../../platform/jobs/index.ts'
import { forgetMails, type MailsTo } from '../../running/mail/index.ts'
import type { ErasureDeps } from './erasure-deps.ts'

/** Who decided an erasure; the ids are those of members of staff. */
type Decision =
  | { readonly cause: 'applicant' | 'retention' | 'list' }
  | { readonly cause: 'staff'; readonly askedBy: number; readonly confirmedBy: number }

/**
 * Erases an application with everything about it, and its account if it has no other: rows, jobs, mails that are still in
 * the queue, and, after the commit, files. What stays is a row of `erasure` and, if it was submitted, a change that tells
 * other systems. Returns false if it is gone already. Throws if it is on hold.
 */
export async function eraseApplication(
  deps: ErasureDeps,
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
  const removed = await countsOf(transaction, applicationId)
  const marks = deps.database.kind === 'embedded' ? await marksOf(transaction, applicationId) : []
  const { cause, askedBy = null, confirmedBy = null } = { askedBy: undefined, confirmedBy: undefined, ...decision }
  const { rows } = await sql<{ erased: boolean }>`
    select erase_application(${applicationId}::uuid, ${cause}::text, ${askedBy}::bigint, ${confirmedBy}::bigint) as erased
  `.execute(transaction)
  if (!rows[0]?.erased) return false
  await transaction
    .updateTable('erasure')
    .set({ removed: JSON.stringify(removed), searched: null })
    .where('application_id', '=', applicationId)
    .execute()
  deps.marks.set(applicationId, marks)
  await forgetJobs(transaction, [applicationId, ...documents.map(({ id }) => id)])
  await forgetMails(deps.keyRing, transaction, mails)
  await requestErasedFiles(deps, transaction)
  await requestWebhooks(deps.webhooks, transaction)
  return true
}

/** How much of an application there is, for its certificate. */
async function countsOf(transaction: Transaction<Tables>, id: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Readonly<Record<string, number>>>`select
    (select count(*) from submission where application_id = ${id})
      + (select count(*) from earlier_submission where application_id = ${id}) as signed_versions,
    (select count(*) from answer_history where application_id = ${id}) as recorded_changes,
    (select count(*) from document where application_id = ${id}) as documents,
    (select count(*) from application_pdf where application_id = ${id}) as pdf_copies,
    (select count(*) from application_note where application_id = ${id}) as notes,
    (select count(*) from sent_mail where application_id = ${id}) as mails`.execute(transaction)
  return rows[0] ?? {}
}

/** What only this application has as it is stored: its key, and its owner's address, name and phones. */
async function marksOf(transaction: Transaction<Tables>, id: string): Promise<readonly string[]> {
  const { data_key } = await transaction
    .selectFrom('application')
    .select('data_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const owners = await transaction
    .selectFrom('application')
    .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .select('user.email')
    .where('application.id', '=', id)
    .execute()
  const indexed = await transaction
    .selectFrom('application_index')
    .select(['sort_name', 'phones'])
    .where('application_id', '=', id)
    .executeTakeFirst()
  const texts = [
    ...(data_key ? [data_key.data, data_key.nonce] : []),
    ...owners.map(({ email }) => email),
    ...(indexed ? [indexed.sort_name, ...indexed.phones] : []),
  ]
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST_MARK)
}

/** Shorter ones are found in anything. */
const SHORTEST_MARK = 7

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

/**
 * Erases those of the accounts that have no application, with the mails to them that are still in the queue. What stays
 * is a row of `erased_account`. Returns how many there were.
 */
export async function eraseAccounts(
  deps: ErasureDeps,
  transaction: Transaction<Tables>,
  accountIds: readonly string[],
): Promise<number> {
  if (accountIds.length === 0) return 0
  const asked = transaction
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...accountIds])
  await asked.forUpdate().execute()
  // A statement of its own: the one that waited for a lock would not see an application that was begun meanwhile.
  const due = await asked
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('application').select('id').where(ownerAccount, '=', sql.ref<string>('user.id')))),
    )
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return 0
  await forgetMails(deps.keyRing, transaction, await mailsOf(transaction, ids))
  await transaction.deleteFrom('user').where('id', 'in', ids).execute()
  await requestErasedFiles(deps, transaction)
  return ids.length
}

/**
 * The mails to the addresses of these accounts and to their earlier ones. One to which an account only wanted to change,
 * or which is another account's by now, may be somebody else's: only the mails about that change go.
 */
async function mailsOf(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<readonly MailsTo[]> {
  if (accountIds.length === 0) return []
  const owners = await transaction
    .selectFrom('user')
    .select('email')
    .where('id', 'in', [...accountIds])
    .execute()
  const changes = await transaction
    .selectFrom('email_change')
    .leftJoin('user as other', 'other.email', 'old_email')
    .select(['old_email', 'new_email', 'outcome', 'other.id as other'])
    .where('account_id', 'in', [...accountIds])
    .execute()
  return [
    ...owners.map(({ email }) => ({ to: email })),
    ...changes.flatMap(({ old_email, new_email, outcome, other }): readonly MailsTo[] => [
      ...(['email_code', 'email_taken'] as const).map((kind) => ({ to: new_email, kind })),
      { to: old_email, kind: 'email_changed' },
      ...(outcome === 'confirmed' && other === null ? [{ to: old_email }] : []),
    ]),
  ]
}

/** Whether an application is under dispute, so that nobody may erase it. */
export const isOnHold = async (db: Kysely<Tables>, applicationId: string): Promise<boolean> =>
  (await db.selectFrom('hold').select('made_at').where('application_id', '=', applicationId).executeTakeFirst()) !==
  undefined

/**
 * Has the files of erased applications erased after the commit of this transaction. Each has a job of its own: one that
 * runs already may have looked before the commit.
 */
const requestErasedFiles = ({ jobs }: ErasureDeps, transaction: Kysely<Tables>): Promise<unknown> =>
  jobs.enqueue(transaction, erasedFilesQueue, {})

/** Right after an erasure, and every ten minutes for what the storage did not allow then. */
export const erasedFilesQueue = scheduled('erase-files', '*/10 * * * *', {
  retryLimit: 3,
  retryBackoff: true,
  expireInSeconds: 600,
})
