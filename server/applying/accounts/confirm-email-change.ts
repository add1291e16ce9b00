import { type Kysely, type Selectable, sql } from 'kysely'
import { emailCodeForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { lockedAccount } from './email-change.ts'
import { isSame } from './is-same.ts'
import { maskedAddress } from './masked-address.ts'
import { signUpLinkOf } from './reset-links.ts'

type Outcome = Awaited<ReturnType<Accounts['confirmEmailChange']>>
type Change = Selectable<Tables['email_change']>

/**
 * Changes the address of an account with the code that was mailed to it. Only the newest change has a code that works,
 * and confirming it twice does no more than once. Other sessions and mailed links end, as at a change of the password,
 * and both addresses get a mail.
 */
export async function confirmEmailChange(
  deps: AccountDeps,
  accountId: string,
  { code: given }: Parameters<Accounts['confirmEmailChange']>[1],
  sessionToKeep: string | undefined,
): ReturnType<Accounts['confirmEmailChange']> {
  const validated = deps.validate(emailCodeForm, { code: given })
  if (validated.kind === 'invalid') return validated
  const { code } = validated.input
  try {
    return await inTransaction(deps.db, async (transaction): Promise<Outcome> => {
      const account = await lockedAccount(transaction, accountId)
      if (account === undefined) return { kind: 'unauthorized' }
      const change = await newestChange(transaction, accountId)
      const isRight = change !== undefined && isSame(deps.emailCodes.codeOf(change), code) && !change.is_decoy
      if (isRight && change.outcome === 'confirmed' && account.email === change.new_email)
        return { kind: 'ok', username: change.new_email } // a second press, or a reply that was lost
      if (change === undefined || change.outcome !== null || change.tries_left <= 0) return { kind: 'wrong_code' }
      await spendTry(transaction, change)
      if (!isRight) return { kind: 'wrong_code' }
      if (change.code_expires_at <= deps.now()) return { kind: 'expired_code' }
      // Who has the code owns the mailbox, so the truth may be told.
      if (await accountOf({ db: transaction }, change.new_email)) return { kind: 'taken_email' }
      await changeAddress(deps, transaction, change)
      await deps.sessions.endAll(accountId, sessionToKeep, transaction)
      return { kind: 'ok', username: change.new_email }
    })
  } catch (error) {
    // Somebody confirmed a sign-up with the address at the same moment.
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return { kind: 'taken_email' }
    throw error
  }
}

const UNIQUE_VIOLATION = '23505' // of PostgreSQL

const newestChange = (transaction: Kysely<Tables>, accountId: string) =>
  transaction
    .selectFrom('email_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const spendTry = (transaction: Kysely<Tables>, { id }: Change) =>
  transaction
    .updateTable('email_change')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('id', '=', id)
    .execute()

async function changeAddress(
  deps: AccountDeps,
  transaction: Kysely<Tables>,
  { id, account_id, old_email, new_email }: Change,
): Promise<void> {
  // A server of the previous release that still runs may have created an account that nobody has confirmed.
  await transaction.deleteFrom('user').where('email', '=', new_email).where('emailVerified', '=', false).execute()
  const account = transaction.updateTable('user').set({ email: new_email, updatedAt: deps.now() })
  await account.where('id', '=', account_id).execute()
  await transaction.updateTable('email_change').set({ outcome: 'confirmed' }).where('id', '=', id).execute()
  // No link for a new password that was mailed to the earlier address works any more, nor any sign-up with the new one,
  // and whoever made one does not learn why (docs/decisions/0023).
  await transaction
    .deleteFrom('verification')
    .where('value', 'in', [account_id, signUpLinkOf(new_email)])
    .execute()
  await transaction.updateTable('pending_sign_up').set({ is_decoy: true }).where('email', '=', new_email).execute()
  const values = { new_address: maskedAddress(new_email) }
  await deps.mail.enqueue(transaction, { kind: 'email_changed', to: old_email, values })
  await deps.mail.enqueue(transaction, { kind: 'email_confirmed', to: new_email, values: {} })
}
