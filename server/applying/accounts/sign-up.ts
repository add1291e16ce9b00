import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { language } from '../../../engine/index.ts'
import { confirmForm, forgotForm, signUpForm } from '../../../form/index.ts'
import { endedBefore, inTransaction, type Tables } from '../../platform/database/index.ts'
import { isSame } from './account-secrets.ts'
import { type AccountDeps, type Accounts, accountOf, inSeconds } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES, SIGN_UP_LIFE, SIGN_UP_REPEAT } from './lifetimes.ts'
import { endLinks, signUpLinkOf } from './reset-links.ts'

/** How many sign-ups of one address may wait; one more replaces the oldest from the network with the most. */
const MAX_PENDING = 5

/**
 * Makes one hash, one record and one mail for every address, known or not. Each sign-up waits for its own code and
 * password, so that a stranger's sign-up neither ends nor changes it (docs/decisions/0023). The same browser renews its
 * own with the same password (Q102). One that was sent twice is mailed once: the cookie of either goes with that code.
 * For an address with an account the record is a decoy, and the mail informs the owner.
 */
export async function signUp(
  deps: AccountDeps,
  input: Parameters<Accounts['signUp']>[0],
  network: string,
  earlierProof: string | undefined,
): ReturnType<Accounts['signUp']> {
  const validated = await deps.validateNewPassword(signUpForm, input, input.username)
  if (validated.kind === 'invalid') return validated
  const { username, password } = validated.input
  const earlierHash = deps.secrets.proofHashIn(earlierProof, username)
  const { proof, hash } = deps.secrets.newProof(username)
  const signUp = {
    email: username,
    network_hash: deps.secrets.networkHash(network),
    proof_hash: hash,
    password_hash: await deps.secrets.passwordHash(username, password),
    code_expires_at: inSeconds(deps, CODE_LIFE),
    tries_left: CODE_TRIES,
    created_at: deps.now(),
    expires_at: inSeconds(deps, SIGN_UP_LIFE),
  }
  return inTransaction(deps.db, async (transaction) => {
    // Serialize simultaneous sign-ups of one address, so that each counts the other.
    await sql`select pg_advisory_xact_lock(hashtext(${username}))`.execute(transaction)
    const account = await accountOf({ db: transaction }, username)
    const { email, password_hash, network_hash } = signUp
    const sentBefore = await transaction
      .selectFrom('pending_sign_up')
      .select('id')
      .where((eb) => eb.and({ email, password_hash, network_hash }))
      .where('created_at', '>', inSeconds(deps, -SIGN_UP_REPEAT))
      .executeTakeFirst()
    const [renewed] =
      earlierHash === undefined
        ? []
        : await renewCodes(deps, transaction, { email, password_hash, proof_hash: earlierHash })
    if (renewed === undefined) {
      await makeRoom({ db: transaction, now: deps.now }, signUp)
      await transaction
        .insertInto('pending_sign_up')
        .values({ ...signUp, is_decoy: account !== undefined })
        .execute()
    }
    if (sentBefore === undefined) {
      if (account) await deps.mail.enqueue(transaction, { kind: 'account_exists', to: username, values: {} })
      else await mailCodes(deps, transaction, username, [renewed ?? { ...signUp, code_number: 1 }])
    }
    return { kind: 'ok', proof: renewed === undefined ? proof : (earlierProof ?? proof) } as const
  })
}

type NewSignUp = { readonly email: string; readonly network_hash: string }

/** Makes room for one more: removes the oldest from the network with the most sign-ups, counting the new one. */
async function makeRoom(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  { email, network_hash }: NewSignUp,
): Promise<void> {
  const ended = await endedBefore({ database: { db }, now })
  await db.deleteFrom('pending_sign_up').where('email', '=', email).where('expires_at', '<=', ended).execute()
  const pending = await db
    .selectFrom('pending_sign_up')
    .select(['id', 'network_hash'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  if (pending.length < MAX_PENDING) return
  const countOf = (network: string) =>
    pending.filter((each) => each.network_hash === network).length + Number(network === network_hash)
  const most = Math.max(...pending.map((each) => countOf(each.network_hash)))
  const oldest = pending.find((each) => countOf(each.network_hash) === most)
  if (oldest) await db.deleteFrom('pending_sign_up').where('id', '=', oldest.id).execute()
}

/**
 * Sends one mail for every address, known or not. The browser that signed up gets the code of its sign-up. For anybody
 * else, the codes of all sign-ups of the address are mailed. Codes that are still valid do not change, so each mailed
 * one works until it expires, and nobody's request invalidates one (Q102).
 */
export async function resendConfirm(
  deps: AccountDeps,
  input: Parameters<Accounts['resendConfirm']>[0],
  proof: string | undefined,
): ReturnType<Accounts['resendConfirm']> {
  const validated = deps.validate(forgotForm, input) // the only form that asks for just an address
  if (validated.kind === 'invalid') return validated
  const { username } = validated.input
  await inTransaction(deps.db, async (transaction) => {
    const account = await accountOf({ db: transaction }, username)
    const proof_hash = deps.secrets.proofHashIn(proof, username)
    const waiting = { email: username, is_decoy: false, ...(proof_hash === undefined ? {} : { proof_hash }) }
    const [first, ...others] = (await renewCodes(deps, transaction, waiting)).filter(deps.secrets.isOfThisKey)
    if (account) await deps.mail.enqueue(transaction, { kind: 'account_exists', to: username, values: {} })
    else if (first) await mailCodes(deps, transaction, username, [first, ...others])
    else await deps.mail.enqueue(transaction, { kind: 'no_account', to: username, values: {} })
  })
  return { kind: 'ok' }
}

type Which = { readonly email: string } & Partial<
  Pick<Selectable<Tables['pending_sign_up']>, 'proof_hash' | 'password_hash' | 'is_decoy'>
>

/**
 * The waiting sign-ups like this, oldest first, each with a valid code: the same one while it has tries and time left,
 * so that a sign-up never has two.
 */
async function renewCodes(deps: AccountDeps, db: Kysely<Tables>, which: Which) {
  const isNew = sql<boolean>`tries_left <= 0 or code_expires_at <= ${deps.now()}`
  const renewed = await db
    .updateTable('pending_sign_up')
    .set({
      code_number: sql<number>`code_number + case when ${isNew} then 1 else 0 end`,
      tries_left: sql<number>`case when ${isNew} then ${CODE_TRIES}::int else tries_left end`,
      code_expires_at: inSeconds(deps, CODE_LIFE),
      expires_at: inSeconds(deps, SIGN_UP_LIFE),
    })
    .where((eb) => eb.and(which))
    .where('expires_at', '>', deps.now())
    .returning(['id', 'email', 'password_hash', 'proof_hash', 'code_number', 'code_expires_at', 'created_at'])
    .execute()
  return renewed.sort((one, other) => Number(one.id) - Number(other.id))
}

/** A sign-up whose code is mailed. */
type Mailed = {
  readonly proof_hash: string
  readonly code_number: number
  readonly code_expires_at: Date
  readonly created_at: Date
}

/** Mails the codes of all given sign-ups of one address in one mail. A single code goes in the usual mail. */
async function mailCodes(
  deps: AccountDeps,
  db: Kysely<Tables>,
  username: string,
  [first, ...others]: readonly [Mailed, ...Mailed[]],
): Promise<void> {
  const valid_until = first.code_expires_at.toISOString()
  const message =
    others.length === 0
      ? { kind: 'confirm_code' as const, values: { code: deps.secrets.codeOf(first), valid_until } }
      : {
          kind: 'confirm_codes' as const,
          values: {
            codes: [first, ...others].map((each) => ({
              code: deps.secrets.codeOf(each),
              signed_up_at: each.created_at.toISOString(),
            })),
            valid_until,
          },
        }
  await deps.mail.enqueue(db, { ...message, to: username })
}

/** What a browser sends besides the code: the hash of its sign-up's cookie, the hash of a password, or both. */
type Proofs = { readonly proofHash: string | undefined; readonly passwordHash: string | undefined }

/**
 * A code confirms only its own sign-up, and only together with the cookie of that sign-up or its password
 * (docs/decisions/0023). Whoever has the cookie of a sign-up knows its password, so the cookie also proves others with
 * the same password: the reply with their cookie may have been lost. A guess without either uses up no try of any
 * sign-up. The same code sent again within half an hour confirms what it has confirmed (Q102).
 */
export async function confirm(
  deps: AccountDeps,
  { password = '', ...input }: Parameters<Accounts['confirm']>[0],
  proof: string | undefined,
): ReturnType<Accounts['confirm']> {
  const validated = deps.validate(confirmForm, input)
  if (validated.kind === 'invalid') return validated
  const { username, code } = validated.input
  const proofHash = deps.secrets.proofHashIn(proof, username)
  // Depends only on what the browser sent, so it does not reveal whether the address has a sign-up.
  if (proofHash === undefined && password === '') return { kind: 'proof_needed' }
  const passwordHash = password === '' ? undefined : await deps.secrets.passwordHash(username, password)
  const proofs = { proofHash, passwordHash }
  const proven = await spendTry(deps, username, proofs)
  const signUp = proven.find((each) => isSame(deps.secrets.codeOf(each), code))
  if (signUp !== undefined && signUp.code_expires_at <= deps.now()) return { kind: 'expired_code' }
  const isConfirmed =
    (signUp !== undefined && (await createAccount(deps.db, { ...signUp, signUp }, inSeconds(deps, CODE_LIFE)))) ||
    (await hasConfirmed(deps, username, code, proofs))
  return { kind: isConfirmed ? 'ok' : 'wrong_code' }
}

/** Uses up one try of each proven sign-up of an address, and returns those that had one left. */
const spendTry = ({ db, now }: AccountDeps, username: string, { proofHash, passwordHash }: Proofs) =>
  db
    .updateTable('pending_sign_up')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('email', '=', username)
    .where(({ eb, or, selectFrom }) => {
      const ofTheCookie = selectFrom('pending_sign_up as own')
        .select('own.password_hash')
        .where('own.email', '=', username)
        .where('own.proof_hash', '=', proofHash ?? '')
      return or([eb('password_hash', 'in', ofTheCookie), eb('password_hash', '=', passwordHash ?? '')])
    })
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now())
    .returningAll()
    .execute()
    .then((rows) => rows.filter(({ is_decoy }) => !is_decoy))

/** Whether this code, with the same proof, has just made the account of the address. */
async function hasConfirmed(
  { db, now, secrets }: AccountDeps,
  username: string,
  code: string,
  { proofHash, passwordHash }: Proofs,
): Promise<boolean> {
  const confirmations = await db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .innerJoin('verification', 'verification.value', 'user.id')
    .select(['verification.identifier', 'account.password'])
    .where('user.email', '=', username)
    .where('verification.identifier', 'like', confirmedWith({ proof_hash: '%', code_number: '%' }))
    .where('verification.expiresAt', '>', now())
    .execute()
  return confirmations.some(({ identifier, password }) => {
    const [, proof_hash = '', code_number = ''] = identifier.split(':')
    const isProven = proof_hash === proofHash || password === passwordHash
    return isProven && isSame(secrets.codeOf({ proof_hash, code_number: Number(code_number) }), code)
  })
}

type Proven = {
  readonly email: string
  readonly password_hash: string
  /** The sign-up whose code was entered; a mailed link proves an address without one. */
  readonly signUp?: { readonly network_hash: string; readonly proof_hash: string; readonly code_number: number }
}

/** Under which it is kept for a while that a sign-up's code made an account: the code may be sent twice. */
const confirmedWith = (signUp: { readonly proof_hash: string; readonly code_number: number | string }): string =>
  `confirmed:${signUp.proof_hash}:${signUp.code_number}`

/**
 * Creates the account of a proven address in one transaction; false if the address has one already. After that, no
 * other sign-up of the address can be confirmed: those from the same network, most likely by the same person, are
 * deleted. The others stay as decoys, so that whoever made them does not learn that an account now exists.
 */
export const createAccount = (
  db: Kysely<Tables>,
  { email, password_hash, signUp }: Proven,
  confirmationKeptUntil = new Date(),
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    // A server of the previous release that still runs may have created an account that nobody has confirmed.
    await transaction.deleteFrom('user').where('email', '=', email).where('emailVerified', '=', false).execute()
    const account = await transaction
      .insertInto('user')
      .values({ id: randomUUID(), name: '', email, emailVerified: true, language: language() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (account === undefined) return false
    await transaction
      .insertInto('account')
      .values({
        id: randomUUID(),
        userId: account.id,
        accountId: account.id,
        providerId: 'credential',
        password: password_hash,
        updatedAt: new Date(),
      })
      .execute()
    const pendingSignUps = transaction.deleteFrom('pending_sign_up').where('email', '=', email)
    await pendingSignUps.where('network_hash', '=', signUp?.network_hash ?? '').execute()
    await transaction.updateTable('pending_sign_up').set({ is_decoy: true }).where('email', '=', email).execute()
    await endLinks(transaction, signUpLinkOf(email))
    if (signUp !== undefined) {
      await transaction
        .insertInto('verification')
        .values({
          id: randomUUID(),
          identifier: confirmedWith(signUp),
          value: account.id,
          expiresAt: confirmationKeptUntil,
        })
        .execute()
    }
    return true
  })
