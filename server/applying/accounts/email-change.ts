import type { Kysely } from 'kysely'
import { changeEmailForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES } from './lifetimes.ts'
import { maskedAddress } from './masked-address.ts'

/**
 * Begins a change of an account's address: mails a code to the new address, and a warning to the present one while its
 * owner can still stop the change. An address that has an account gets the same reply, and its owner a mail with the
 * truth (docs/decisions/0023). A change that was asked for before ends. The caller has checked the password.
 */
export async function askEmailChange(
  deps: AccountDeps,
  accountId: string,
  { username: given }: Parameters<Accounts['askEmailChange']>[1],
): ReturnType<Accounts['askEmailChange']> {
  // The password is not judged here.
  const validated = deps.validate(changeEmailForm, { username: given, current_password: '-' })
  if (validated.kind === 'invalid') return validated
  const { username } = validated.input
  return inTransaction(deps.db, async (transaction) => {
    const account = await lockedAccount(transaction, accountId)
    if (account === undefined) return { kind: 'unauthorized' }
    if (account.email === username) return { kind: 'invalid', problems: [SAME] }
    await endEmailChange(transaction, accountId)
    const isTaken = (await accountOf({ db: transaction }, username)) !== undefined
    const change = {
      ...{ account_id: accountId, old_email: account.email, new_email: username, is_decoy: isTaken },
      ...{ tries_left: CODE_TRIES, code_expires_at: inSeconds(deps, CODE_LIFE), created_at: deps.now() },
    }
    const { id } = await transaction.insertInto('email_change').values(change).returning('id').executeTakeFirstOrThrow()
    const values = {
      code: deps.emailCodes.codeOf({ ...change, id }),
      valid_until: change.code_expires_at.toISOString(),
    }
    await deps.mail.enqueue(
      transaction,
      isTaken ? { kind: 'email_taken', to: username, values: {} } : { kind: 'email_code', to: username, values },
    )
    const warning = { new_address: maskedAddress(username) }
    await deps.mail.enqueue(transaction, { kind: 'email_change_asked', to: account.email, values: warning })
    return { kind: 'ok' }
  })
}

const [changePage] = changeEmailForm.pages
/** About the person's own address, so it tells nothing about another one. */
const SAME = {
  page: changePage?.slug ?? '',
  key: 'username',
  message: 'This is already the email address of your account.',
}

/** The account, locked, so that two devices change its address one after the other; undefined if it was erased. */
export const lockedAccount = (transaction: Kysely<Tables>, accountId: string) =>
  transaction.selectFrom('user').select('email').where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Ends the change that waits for its code, if any: another was asked for, it was canceled, or the password changed. */
export async function endEmailChange(db: Kysely<Tables>, accountId: string): Promise<void> {
  const waiting = db.updateTable('email_change').set({ outcome: 'ended' }).where('account_id', '=', accountId)
  await waiting.where('outcome', 'is', null).execute()
}

/** The change that waits for its code, with tries and time left. */
export async function pendingEmailChange(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  accountId: string,
): ReturnType<Accounts['pendingEmailChange']> {
  const found = await db
    .selectFrom('email_change')
    .select(['new_email', 'code_expires_at'])
    .where('account_id', '=', accountId)
    .where('outcome', 'is', null)
    .where('tries_left', '>', 0)
    .where('code_expires_at', '>', now())
    .executeTakeFirst()
  return found && { username: found.new_email, validUntil: found.code_expires_at }
}

/** Removes changes of long ago, whose mails are no longer in the queue. */
export const forgetEmailChanges = (db: Kysely<Tables>, before: Date) =>
  db.deleteFrom('email_change').where('created_at', '<=', before).execute()
