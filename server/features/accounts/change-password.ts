import { changePasswordForm } from '../../../form/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { endEmailChange } from './email-change.ts'

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
  const { password: passwords } = await deps.auth.$context
  const { numUpdatedRows } = await deps.db
    .updateTable('account')
    .set({ password: await passwords.hash(password), updatedAt: deps.now() })
    .where('userId', '=', accountId)
    .where('password', '=', hash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { kind: 'wrong_password' }
  await deps.sessions.endAll(accountId, sessionToKeep)
  await deps.db.deleteFrom('verification').where('value', '=', accountId).execute()
  await endEmailChange(deps.db, accountId)
  await deps.mail.enqueue(deps.db, { kind: 'password_changed', to: username, values: {} })
  return { kind: 'ok' }
}

/** Whether this is the password of an account. */
export const isPasswordOf = async (
  deps: Pick<AccountDeps, 'auth'>,
  accountId: string,
  password: string,
): Promise<boolean> => (await verifiedHash(deps, accountId, password)) !== undefined

/** The hash of an account's password, if it is this one. */
async function verifiedHash(
  { auth }: Pick<AccountDeps, 'auth'>,
  accountId: string,
  password: string,
): Promise<string | undefined> {
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = (await internalAdapter.findCredentialAccount(accountId))?.password
  return hash && (await passwords.verify({ hash, password })) ? hash : undefined
}
