import { changePasswordForm } from '../../../form/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { endEmailChange } from './email-change.ts'

/** Changes a signed-in person's password. Ends other sessions, mailed links and a change of the address. */
export async function changePassword(
  deps: AccountDeps,
  { accountId, username }: Parameters<Accounts['changePassword']>[0],
  input: Parameters<Accounts['changePassword']>[1],
  sessionToKeep: string | undefined,
): ReturnType<Accounts['changePassword']> {
  const validated = await deps.validateNewPassword(changePasswordForm, input, username)
  if (validated.kind === 'invalid') return validated
  const { current_password, password } = validated.input
  if (!(await isPasswordOf(deps, accountId, current_password))) return { kind: 'wrong_password' }
  const { internalAdapter, password: passwords } = await deps.auth.$context
  await internalAdapter.updatePassword(accountId, await passwords.hash(password))
  await deps.sessions.endAll(accountId, sessionToKeep)
  await deps.db.deleteFrom('verification').where('value', '=', accountId).execute()
  await endEmailChange(deps.db, accountId)
  await deps.mail.enqueue(deps.db, { kind: 'password_changed', to: username, values: {} })
  return { kind: 'ok' }
}

/** Whether this is the password of an account. */
export async function isPasswordOf(
  { auth }: Pick<AccountDeps, 'auth'>,
  accountId: string,
  password: string,
): Promise<boolean> {
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = (await internalAdapter.findCredentialAccount(accountId))?.password
  return hash ? passwords.verify({ hash, password }) : false
}
