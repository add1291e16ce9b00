import { type Kysely, type Selectable, sql } from 'kysely'
import { say } from '../../../engine/index.ts'
import { changeEmailForm, emailCodeForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { isSame } from './account-secrets.ts'
import { type AccountDeps, type Accounts, accountOf, inSeconds } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES } from './lifetimes.ts'
import { signUpLinkOf } from './reset-links.ts'

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
    if (account.email === username) return { kind: 'invalid', problems: [same()] }
    await endEmailChange(transaction, accountId)
    const isTaken = (await accountOf({ db: transaction }, username)) !== undefined
    const change = {
      account_id: accountId,
      old_email: account.email,
      new_email: username,
      is_decoy: isTaken,
      tries_left: CODE_TRIES,
      code_expires_at: inSeconds(deps, CODE_LIFE),
      created_at: deps.now(),
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
const same = () => ({
  page: changePage?.slug ?? '',
  key: 'username',
  message: say('This is already the email address of your account.'),
})

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

/**
 * An address with most of its local part hidden: enough for its owner to know it, and nothing to write to for somebody
 * else who reads the mailbox of the earlier address.
 */
function maskedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@')
  return `${[...local][0] ?? ''}…@${domain}`
}
