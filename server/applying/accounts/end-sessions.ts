import { operator } from '../../platform/control/index.ts'
import { type Database, inTransaction } from '../../platform/database/index.ts'
import { usernameFrom } from './validate-input.ts'

/**
 * `npm run end-sessions`: ends every session of an account, for an operator whom its owner tells of a lost phone. Links
 * for another phone end with the session that made them. Throws one sentence if no account has this address.
 */
export async function endSessions(
  { db }: Pick<Database, 'db'>,
  [username, ...more]: readonly string[],
): Promise<{ readonly ended: number }> {
  if (username === undefined || more.length > 0) throw new Error('Usage: npm run end-sessions -- <e-mail>')
  return inTransaction(db, async (transaction) => {
    const account = await transaction
      .selectFrom('user')
      .select('id')
      .where('email', '=', usernameFrom(username))
      .executeTakeFirst()
    if (account === undefined) throw new Error('No account has this email address.')
    const ended = await transaction.deleteFrom('session').where('userId', '=', account.id).returning('id').execute()
    await transaction
      .insertInto('audit')
      .values({ actor: operator(), action: 'sessions ended', subject: account.id })
      .execute()
    return { ended: ended.length }
  })
}
