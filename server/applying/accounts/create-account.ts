import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { endLinks, signUpLinkOf } from './reset-links.ts'

type Proven = {
  readonly email: string
  readonly password_hash: string
  /** The sign-up whose code was entered; a mailed link proves an address without one. */
  readonly signUp?: { readonly network_hash: string; readonly proof_hash: string; readonly code_number: number }
}

/** Under which it is kept for a while that a sign-up's code made an account: the code may be sent twice. */
export const confirmedWith = (signUp: { readonly proof_hash: string; readonly code_number: number | string }): string =>
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
      .values({ id: randomUUID(), name: '', email, emailVerified: true })
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
