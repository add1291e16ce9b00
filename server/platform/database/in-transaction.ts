import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type KyselyPlugin, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs the work in one transaction: all of it is kept, or nothing when it throws. Where `db` is a transaction already,
 * the work joins it. Inside, every query must use the transaction it is given; the outer `db` refuses with an error.
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
    // What the work left running in the background is outside from here on.
    transaction.open = false
  }
}

/**
 * Makes a forgotten `db` inside a transaction an error at once. Without it such a query waits for ever on the one
 * connection of the embedded database, and escapes the transaction on PostgreSQL.
 */
export const refuseInsideTransaction: KyselyPlugin = {
  transformQuery: ({ node }) => {
    requireOutsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Throws inside the work of `inTransaction`; for what reaches the database by another way than a query of Kysely. */
export function requireOutsideTransaction(): void {
  if (current.getStore()?.open) throw new Error('Inside a transaction, use the transaction instead of the database.')
}

const current = new AsyncLocalStorage<{ open: boolean }>()
