import { loginForm } from '../../../form/index.ts'
import { endedBefore, goneReference } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { callAuth } from './call-auth.ts'
import { isPasswordOf } from './change-password.ts'
import { forgetEmailChanges } from './email-change.ts'
import { EMAIL_CHANGE_LIFE, SESSION_LIFE } from './lifetimes.ts'
import { ownerOfAccount } from './sessions.ts'

/**
 * Whenever the password does not open an account, it is hashed twice: once for the account, whether it exists or not,
 * and once for the waiting sign-ups. When a mailed code is required, a wrong code gives the same result as a wrong
 * password, so that neither can be guessed separately.
 */
export async function logIn(
  deps: AccountDeps,
  { code, ...input }: Parameters<Accounts['login']>[0],
  { needsCode, browser = '' }: Parameters<Accounts['login']>[1],
): ReturnType<Accounts['login']> {
  const validated = deps.validate(loginForm, input)
  if (validated.kind === 'invalid') return validated
  const { username, password } = validated.input
  if (needsCode && code === undefined) return { kind: 'login_code_needed' }
  if (needsCode && !deps.loginCodes.isRight(username, code ?? '')) return { kind: 'wrong_credentials' }
  const before = await credentialOf(deps, username)
  const signedIn = await callAuth(() => deps.auth.api.signInEmail({ body: { email: username, password } }), {
    INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
    EMAIL_NOT_VERIFIED: 'not_confirmed', // created by a server of the previous release
  }).catch((error) => {
    if (goneReference(error) === undefined) throw error
    return { kind: 'wrong_credentials' } as const // the account was erased meanwhile
  })
  if (signedIn.kind === 'wrong_credentials') {
    return { kind: (await isPendingSignUp(deps, username, password)) ? 'not_confirmed' : 'wrong_credentials' }
  }
  if (signedIn.kind !== 'ok') return signedIn
  const { token, user } = signedIn.result
  // Whoever has changed the password or the address has ended the sessions that were there by then.
  const after = await credentialOf(deps, username)
  const isSame = after && after.password === before?.password
  if (!after || !(isSame || (await isPasswordOf(deps, user.id, password)))) {
    await deps.db.deleteFrom('session').where('token', '=', token).execute()
    return { kind: 'wrong_credentials' }
  }
  const expiresAt = inSeconds(deps, SESSION_LIFE)
  // The same clock that judges it later: the library's may have leapt (steady-clock.ts).
  const session = { userAgent: browser, updatedAt: deps.now(), expiresAt }
  await deps.db.updateTable('session').set(session).where('token', '=', token).execute()
  await deps.db.insertInto('successful_login').values({ account_id: user.id }).execute()
  await deleteExpired(deps)
  const { owner } = after
  return { kind: 'ok', session: { token: deps.sessions.signed(token), expiresAt, owner, accountId: user.id, username } }
}

/** The hash of the password of an address's account, and whose its calls are. */
const credentialOf = ({ db }: Pick<AccountDeps, 'db'>, username: string) =>
  db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['password', ownerOfAccount.as('owner')])
    .where('email', '=', username)
    .executeTakeFirst()

/** Mails the code that `needsCode` requires; one mail for every address, known or not. */
export async function mailLoginCode(deps: AccountDeps, username: string): Promise<void> {
  const account = await accountOf(deps, username)
  const { code, validUntil } = deps.loginCodes.current(username)
  const values = { code, valid_until: validUntil.toISOString() }
  await deps.mail.enqueue(
    deps.db,
    account ? { kind: 'login_code', to: username, values } : { kind: 'no_account', to: username, values: {} },
  )
}

/** Whether the password belongs to a waiting sign-up. Decoys count, because whoever made one expects this reply. */
async function isPendingSignUp(
  { db, secrets, now }: AccountDeps,
  username: string,
  password: string,
): Promise<boolean> {
  const hash = await secrets.passwordHash(username, password)
  const found = await db
    .selectFrom('pending_sign_up')
    .select('id')
    .where('email', '=', username)
    .where('password_hash', '=', hash)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes what expired a day ago: sessions, unconfirmed sign-ups, and links, of which a late user is told; and old changes. */
async function deleteExpired({ db, now }: AccountDeps): Promise<void> {
  const ended = await endedBefore({ database: { db }, now })
  await db.deleteFrom('session').where('expiresAt', '<=', ended).execute()
  await db.deleteFrom('pending_sign_up').where('expires_at', '<=', ended).execute()
  await forgetEmailChanges(db, new Date(ended.getTime() - EMAIL_CHANGE_LIFE * 1000))
  await db.deleteFrom('verification').where('expiresAt', '<=', ended).execute()
}
