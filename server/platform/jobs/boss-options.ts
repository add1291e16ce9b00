import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Database } from '../database/index.ts'

/** How pg-boss connects: to PostgreSQL with its own small pool, to the embedded database over its only connection. */
export function bossOptions(database: Database): ConstructorOptions {
  if (database.kind === 'postgres') {
    return { connectionString: database.connectionString, max: 4, application_name: 'causeway jobs' }
  }
  const adapter = fromPglite(database.pglite)
  return {
    backend: 'pglite',
    db: {
      ...adapter,
      // When a script of pg-boss fails, its adapter sends ROLLBACK to clear the connection. Holding Kysely's connection
      // for the whole call keeps other queries from running in between.
      executeSql: (text, values) => database.db.connection().execute(() => adapter.executeSql(text, values)),
    },
  }
}
