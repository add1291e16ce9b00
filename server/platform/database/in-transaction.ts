import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type KyselyPlugin, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in one transaction and rolls it back if `work` throws. If `db` is already a transaction, `work` joins it.
 * Inside, every query must use the transaction passed to `work`; a query through the outer `db` throws.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db instanceof Transaction) return work(db)
  const transaction = { open: true }
  try {
    return await current.run(transaction, () => db.withoutPlugins().transaction().execute(work))
  } finally {
    // Anything that `work` left running in the background is now outside the transaction.
    transaction.open = false
  }
}

/**
 * Makes a query through the outer `db` inside a transaction fail at once. Otherwise, on the embedded database it would
 * wait forever for the only connection, and on PostgreSQL it would run outside the transaction.
 */
export const refuseInsideTransaction: KyselyPlugin = {
  transformQuery: ({ node }) => {
    requireOutsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Throws inside `inTransaction`; for code that reaches the database other than through a Kysely query. */
export function requireOutsideTransaction(): void {
  if (current.getStore()?.open) throw new Error('Inside a transaction, use the transaction instead of the database.')
}

const current = new AsyncLocalStorage<{ open: boolean }>()
