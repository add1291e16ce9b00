import { changePasswordForm, forgotForm, resetForm } from '../../../form/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type AccountDeps, type Accounts, accountOf, inSeconds, waitingSignUp } from './accounts.ts'
import { endEmailChange, lockedAccount } from './email-change.ts'
import { RESET_LIFE } from './lifetimes.ts'
import { endLinks, findLink, makeLink, signUpLinkOf, spendLink } from './reset-links.ts'
import { createAccount } from './sign-up.ts'

/**
 * Changes a signed-in person's password, unless it has changed since it was compared. Ends other sessions, mailed links
 * and a change of the address.
 */
export async function changePassword(
  deps: AccountDeps,
  { accountId, username }: Parameters<Accounts['changePassword']>[0],
  input: Parameters<Accounts['changePassword']>[1],
  sessionToKeep: string | undefined,
): ReturnType<Accounts['changePassword']> {
  const validated = await deps.validateNewPassword(changePasswordForm, input, username)
  if (validated.kind === 'invalid') return validated
  const { current_password, password } = validated.input
  const hash = await verifiedHash(deps, accountId, current_password)
  if (hash === undefined) return { kind: 'wrong_password' }
  const { numUpdatedRows } = await deps.db
    .updateTable('account')
    .set({ password: await deps.hashes.hash(password), updatedAt: deps.now() })
    .where('userId', '=', accountId)
    .where('password', '=', hash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { kind: 'wrong_password' }
  await deps.sessions.endAll(accountId, sessionToKeep)
  await endLinks(deps.db, accountId)
  await endEmailChange(deps.db, accountId)
  await deps.mail.enqueue(deps.db, { kind: 'password_changed', to: username, values: {} })
  return { kind: 'ok' }
}

/** Whether this is the password of an account. */
export const isPasswordOf = async (
  deps: Pick<AccountDeps, 'db' | 'hashes'>,
  accountId: string,
  password: string,
): Promise<boolean> => (await verifiedHash(deps, accountId, password)) !== undefined

/** The hash of an account's password, if it is this one. */
async function verifiedHash(
  { db, hashes }: Pick<AccountDeps, 'db' | 'hashes'>,
  accountId: string,
  password: string,
): Promise<string | undefined> {
  const stored = await db.selectFrom('account').select('password').where('userId', '=', accountId).executeTakeFirst()
  const hash = stored?.password
  return hash && (await hashes.verify({ hash, password })) ? hash : undefined
}

/** One link and one mail for any address. With neither an account nor a sign-up, the link is not sent to anyone. */
export async function forgotPassword(
  deps: AccountDeps,
  input: Parameters<Accounts['forgotPassword']>[0],
): ReturnType<Accounts['forgotPassword']> {
  const validated = deps.validate(forgotForm, input)
  if (validated.kind === 'invalid') return validated
  const { username } = validated.input
  const [account, isPending] = [await accountOf(deps, username), (await waitingSignUp(deps, username)) !== undefined]
  const expiresAt = inSeconds(deps, RESET_LIFE)
  const owner = account?.id ?? signUpLinkOf(username)
  const id = await makeLink(deps.db, owner, expiresAt)
  // Whoever changes the address ends the links that are there by then; this waits for them.
  const still = deps.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', account?.id ?? '')
    .where('email', '=', username)
  const isItsAccount = (await still.forShare().executeTakeFirst()) !== undefined
  if (account && !isItsAccount) await spendLink(deps.db, id, owner)
  const link = `${deps.baseUrl}/reset?${new URLSearchParams({ username, id })}`
  const values = { link, valid_until: expiresAt.toISOString() }
  await deps.mail.enqueue(
    deps.db,
    isItsAccount || isPending
      ? { kind: 'reset_link', to: username, values }
      : { kind: 'no_account', to: username, values: {} },
  )
  return { kind: 'ok' }
}

/**
 * A link belongs to one account; using it also ends the account's other links. All sessions end except the one in the
 * same browser. The link of a waiting sign-up proves the address just as its code would.
 */
export async function resetPassword(
  deps: AccountDeps,
  input: Parameters<Accounts['resetPassword']>[0],
  sessionToKeep: string | undefined,
): ReturnType<Accounts['resetPassword']> {
  const validated = await deps.validateNewPassword(resetForm, input, input.username)
  if (validated.kind === 'invalid') return validated
  const { username, password, id } = validated.input
  const [account, link] = await Promise.all([accountOf(deps, username), findLink(deps.db, id)])
  const owner = account?.id ?? signUpLinkOf(username)
  if (link === undefined || link.owner !== owner) return { kind: 'used_link' }
  if (link.expiresAt <= deps.now()) return { kind: 'expired_link' }
  const hash = await deps.hashes.hash(password)
  if (account === undefined) {
    if (!(await spendLink(deps.db, id, owner))) return { kind: 'used_link' }
    return { kind: (await createAccount(deps.db, { email: username, password_hash: hash })) ? 'ok' : 'used_link' }
  }
  const isReset = await inTransaction(deps.db, async (transaction) => {
    // The account first, as a change of the address does: neither then waits for the other in a circle.
    const locked = await lockedAccount(transaction, account.id)
    if (locked?.email !== username || !(await spendLink(transaction, id, owner))) return false
    const changed = { password: hash, updatedAt: deps.now() }
    await transaction.updateTable('account').set(changed).where('userId', '=', account.id).execute()
    await deps.sessions.endAll(account.id, sessionToKeep, transaction)
    await endLinks(transaction, account.id)
    await endEmailChange(transaction, account.id)
    await deps.mail.enqueue(transaction, { kind: 'password_changed', to: username, values: {} })
    return true
  })
  return { kind: isReset ? 'ok' : 'used_link' }
}
