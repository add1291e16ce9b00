import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/database/index.ts'

type Work = (transaction: Transaction<Tables>) => Promise<unknown>

/**
 * The outcome of what begins in the middle of a transaction: after `before`, and long enough before `after` and the
 * commit that it waits for a row by then, or on the embedded database for the connection.
 */
export async function duringTransaction<Done>(
  db: Kysely<Tables>,
  before: Work,
  begin: () => Promise<Done>,
  after: Work = async () => {},
): Promise<Done> {
  const { done } = await db.transaction().execute(async (transaction) => {
    await before(transaction)
    const done = begin()
    done.catch(() => {}) // whoever asked for it gets the error once the transaction is over
    await wait(500) // the hash of a password is compared before the first row is asked for
    await after(transaction)
    return { done }
  })
  return done
}
