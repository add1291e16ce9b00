import { sql } from 'kysely'
import { confirmForm } from '../../../form/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { createAccount } from './create-account.ts'
import { isSame } from './is-same.ts'

/**
 * A code confirms only its own sign-up, and only together with the cookie of that sign-up or, on another device, its
 * password (docs/decisions/0023). A guess without either uses up no try of any sign-up.
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
  const proven = await spendTry(
    deps,
    username,
    proofHash === undefined
      ? { column: 'password_hash', hash: await deps.secrets.passwordHash(username, password) }
      : { column: 'proof_hash', hash: proofHash },
  )
  const signUp = proven.find((each) => isSame(deps.secrets.codeOf(each), code))
  if (signUp === undefined) return { kind: 'wrong_code' }
  if (signUp.code_expires_at <= deps.now()) return { kind: 'expired_code' }
  return (await createAccount(deps.db, signUp)) ? { kind: 'ok' } : { kind: 'wrong_code' }
}

/** Uses up one try of each proven sign-up of an address, and returns those that had one left. */
const spendTry = (
  { db, now }: AccountDeps,
  username: string,
  { column, hash }: { readonly column: 'password_hash' | 'proof_hash'; readonly hash: string },
) =>
  db
    .updateTable('pending_sign_up')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('email', '=', username)
    .where(column, '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now())
    .returningAll()
    .execute()
    .then((rows) => rows.filter(({ is_decoy }) => !is_decoy))
