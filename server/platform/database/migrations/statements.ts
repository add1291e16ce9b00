import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration of plain statements, run in order. It cannot be undone, because undoing one could lose answers. */
export const statements = (...texts: readonly string[]): Migration => ({
  up: async (db) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
