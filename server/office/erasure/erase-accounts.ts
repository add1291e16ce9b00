import { sql, type Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { forgetMails, type MailsTo } from '../../running/mail/index.ts'
import { requestErasedFiles } from './erase-files.ts'
import type { Erasures } from './erasures.ts'

/**
 * Erases those of the accounts that have no application, with the mails to them that are still in the queue. What stays
 * is a row of `erased_account`. Returns how many there were.
 */
export async function eraseAccounts(
  erasures: Erasures,
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
  await forgetMails(erasures.keyRing, transaction, await mailsOf(transaction, ids))
  await transaction.deleteFrom('user').where('id', 'in', ids).execute()
  await requestErasedFiles(erasures, transaction)
  return ids.length
}

/**
 * The mails to the addresses of these accounts and to their earlier ones. One to which an account only wanted to change,
 * or which is another account's by now, may be somebody else's: only the mails about that change go.
 */
export async function mailsOf(
  transaction: Transaction<Tables>,
  accountIds: readonly string[],
): Promise<readonly MailsTo[]> {
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
