import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { startupError } from '../settings/index.ts'
import { type Database, refuseInsideTransaction, statementName } from './database.ts'
import { migrate } from './migrate.ts'
import { outageReason, reportOutages } from './report-outages.ts'
import type { Tables } from './tables.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT = 5_000 // ms; also the longest wait for a free connection of the pool
const STATEMENT_TIMEOUT = 30_000 // ms; a database that hangs without closing its connections also counts as away

type Log = Pick<BaseLogger, 'warn' | 'info'>

/**
 * Opens a PostgreSQL database of version 15 or later. Any number of processes may share it. What is wrong with it names
 * `setting`.
 */
export async function connectPostgres(connectionString: string, log: Log, setting = 'DATABASE_URL'): Promise<Database> {
  await prepare(connectionString, log, setting)
  const { db, pool } = openPool({ connectionString, query_timeout: STATEMENT_TIMEOUT, keepAlive: true }, log)
  const connections = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { kind: 'postgres', db, connectionString, connections, close: () => db.destroy() }
}

/** Migrates over separate connections without a statement timeout: a migration may take as long as it needs. */
async function prepare(connectionString: string, log: Log, setting: string): Promise<void> {
  const { db } = openPool({ connectionString }, log)
  try {
    await requireVersion(db, setting)
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

function openPool(config: pg.PoolConfig, log: Log) {
  const pool = new pg.Pool({
    ...config,
    max: POOL_SIZE,
    application_name: 'causeway',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    types,
  })
  // A connection can break while idle or in a transaction; an error event without a listener would end the process.
  pool.on('connect', (client) => {
    // Kysely runs statements through this, and cannot give them a name itself.
    const query = client.query.bind(client)
    Object.assign(client, {
      query: (text: string, values: unknown[] = []) => query({ text, values, name: statementName(text) }),
    })
    client.on('error', (error) => log.warn({ err: error }, 'A database connection broke.'))
  })
  // The pool emits the error again after the client's listener above has logged it, and replaces an idle connection.
  pool.on('error', () => {})
  const dialect = reportOutages(new PostgresDialect({ pool }), log)
  return { pool, db: new Kysely<Tables>({ dialect, plugins: [refuseInsideTransaction] }) }
}

/** Reads int8 as a number and jsonb and timestamptz as pg does, so that both databases return the same types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

async function requireVersion(db: Kysely<Tables>, setting: string): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db).catch((error) => {
    throw startupError(`${setting} names a database that cannot be reached (${outageReason(error)}).`, error)
  })
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (!(version >= 15)) throw startupError(`${setting} names a PostgreSQL ${version}, but 15 or later is required.`)
}
