import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration of plain statements, run in order; there is no way down, as answers are not to be lost by one. */
export const statements = (...texts: readonly string[]): Migration => ({
  up: async (db) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
