import { sql } from 'kysely'
import { confirmForm } from '../../../form/index.ts'
import { type AccountDeps, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { confirmedWith, createAccount } from './create-account.ts'
import { isSame } from './is-same.ts'
import { CODE_LIFE } from './lifetimes.ts'

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
