import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Database } from '../database/index.ts'

/** How pg-boss reaches the database: on PostgreSQL by its own small pool, embedded through the one connection there is. */
export function bossOptions(database: Database): ConstructorOptions {
  if (database.kind === 'postgres') {
    return { connectionString: database.connectionString, max: 4, application_name: 'causeway jobs' }
  }
  const adapter = fromPglite(database.pglite)
  return {
    backend: 'pglite',
    db: {
      ...adapter,
      // Taking Kysely's connection for each call keeps every other query out between a failed script of pg-boss and
      // the ROLLBACK with which its adapter clears the connection.
      executeSql: (text, values) => database.db.connection().execute(() => adapter.executeSql(text, values)),
    },
  }
}
