import { randomUUID } from 'node:crypto'
import { loginForm } from '../../../form/index.ts'
import { endedBefore, inTransaction } from '../../platform/database/index.ts'
import { newToken } from '../../platform/secrets/index.ts'
import { type AccountDeps, type Accounts, accountOf, inSeconds } from './accounts.ts'
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
  { needsCode, browser = '', language: chosen }: Parameters<Accounts['login']>[1],
): ReturnType<Accounts['login']> {
  const validated = deps.validate(loginForm, input)
  if (validated.kind === 'invalid') return validated
  const { username, password } = validated.input
  if (needsCode && code === undefined) return { kind: 'login_code_needed' }
  if (needsCode && !deps.loginCodes.isRight(username, code ?? '')) return { kind: 'wrong_credentials' }
  const found = await credentialOf(deps, username)
  if (!(await isRight(deps, found?.password, password)))
    return { kind: (await isPendingSignUp(deps, username, password)) ? 'not_confirmed' : 'wrong_credentials' }
  if (!found?.emailVerified) return { kind: 'not_confirmed' } // created by a server of the first releases
  const session = await beginSession(deps, { ...found, username, browser })
  if (session === undefined) return { kind: 'wrong_credentials' }
  await deleteExpired(deps)
  const language = chosen ?? found.language
  if (language !== null && language !== found.language)
    await deps.db.updateTable('user').set({ language }).where('id', '=', found.accountId).execute()
  return { kind: 'ok', session: { ...session, username, language } }
}

/** What opens the account of an address. */
const credentialOf = ({ db }: Pick<AccountDeps, 'db'>, username: string) =>
  db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['user.id as accountId', 'emailVerified', 'password', 'user.language'])
    .where('email', '=', username)
    .executeTakeFirst()

/** Whether a password is that of a stored hash. Without one it is hashed all the same: time must not tell who has one. */
async function isRight({ hashes }: AccountDeps, hash: string | null | undefined, password: string): Promise<boolean> {
  if (hash) return hashes.verify({ hash, password })
  await hashes.hash(password)
  return false
}

type Proven = {
  readonly accountId: string
  readonly username: string
  /** The hash that the password was compared with. */
  readonly password: string | null
  readonly browser: string
}

/**
 * Begins a session of an account; undefined if its password or address was changed, or it was erased, since the password
 * was compared: whoever does that ends the sessions that are there by then. So the account is held until this one is.
 */
const beginSession = (deps: AccountDeps, { accountId, username, password, browser }: Proven) =>
  inTransaction(deps.db, async (transaction) => {
    const still = await transaction
      .selectFrom('user')
      .innerJoin('account', 'account.userId', 'user.id')
      .select(ownerOfAccount.as('owner'))
      .where('user.id', '=', accountId)
      .where('email', '=', username)
      .where('password', '=', password)
      .forShare()
      .executeTakeFirst()
    if (still === undefined) return undefined
    const [token, expiresAt] = [newToken(), inSeconds(deps, SESSION_LIFE)]
    const session = { id: randomUUID(), token, expiresAt, userAgent: browser, updatedAt: deps.now() }
    await transaction
      .insertInto('session')
      .values({ ...session, userId: accountId })
      .execute()
    await transaction.insertInto('successful_login').values({ account_id: accountId }).execute()
    return { token: deps.sessions.signed(token), expiresAt, owner: still.owner, accountId }
  })

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
