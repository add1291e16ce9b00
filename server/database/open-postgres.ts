import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { startFault } from '../settings/index.ts'
import type { Database } from './database.ts'
import { refuseInsideTransaction } from './in-transaction.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const connections = 10

/** Opens a PostgreSQL of version 15 or later; any number of processes may share it. */
export async function openPostgres(connectionString: string, log: Pick<BaseLogger, 'warn'>): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: connections, application_name: 'causeway', types })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection broke.'))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [refuseInsideTransaction] })
  try {
    await requireVersion(db)
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { kind: 'postgres', db, connectionString, close: () => db.destroy() }
}

/** jsonb and timestamptz are read as pg reads them, int8 as a number, as the embedded database does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

async function requireVersion(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db).catch((error) => {
    throw startFault(`DATABASE_URL names a database that cannot be reached (${reason(error)}).`, error)
  })
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (!(version >= 15)) throw startFault(`DATABASE_URL names a PostgreSQL ${version}, and 15 or later is needed.`)
}

/** A refused connection to a host with several addresses has a code but no message. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
