import { changePasswordForm } from '../../../form/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { endEmailChange } from './email-change.ts'
import { endLinks } from './reset-links.ts'

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
