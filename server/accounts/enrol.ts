import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inTransaction, type Tables } from '../database/index.ts'

/**
 * Makes sure that an address has an account, and gives one that nobody has confirmed yet this password: of two sign-ups
 * the later one counts, and what is confirmed stays (decision 36). In one transaction, so that two sign-ups at the same
 * moment end as one account with one password; better-auth's own sign-up would hash twice and could leave half of it.
 */
export const enrol = (
  db: Kysely<Tables>,
  username: string,
  passwordHash: string,
): Promise<{ readonly emailVerified: boolean }> =>
  inTransaction(db, async (transaction) => {
    const account = await transaction
      .insertInto('user')
      .values({ id: randomUUID(), name: '', email: username, emailVerified: false })
      // Writing to the row that is there holds it until the end of the transaction.
      .onConflict((clash) => clash.column('email').doUpdateSet({ updatedAt: new Date() }))
      .returning(['id', 'emailVerified'])
      .executeTakeFirstOrThrow()
    if (account.emailVerified) return account
    await transaction.deleteFrom('account').where('userId', '=', account.id).execute()
    await transaction
      .insertInto('account')
      .values({
        id: randomUUID(),
        userId: account.id,
        accountId: account.id,
        providerId: 'credential',
        password: passwordHash,
        updatedAt: new Date(),
      })
      .execute()
    return account
  })
