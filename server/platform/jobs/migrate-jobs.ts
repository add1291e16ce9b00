import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss'
import type { BaseLogger } from 'pino'
import { asDatabaseAway, type Database, type Tables } from '../database/index.ts'
import { startupError } from '../settings/index.ts'

const INDEX_BUILDS = 10 // s between two looks of pg-boss for indexes that a migration left to build; its minimum

/** Creates the tables of the job queue or brings them up to date, and waits for the indexes that pg-boss builds apart. */
export async function migrateJobs(database: Database, log: Pick<BaseLogger, 'error'>): Promise<void> {
  const options = { supervise: false, schedule: false, bamIntervalSeconds: INDEX_BUILDS }
  const boss = new PgBoss({ ...bossOptions(database), ...options })
  boss.on('error', (error) => log.error({ err: error }, 'A table of the job queue could not be changed.'))
  await boss.start().catch((error) => {
    throw asDatabaseAway(error)
  })
  try {
    let builds = await indexBuilds(database.db)
    while (builds.some(({ status }) => status === 'pending' || status === 'in_progress')) {
      await sleep(1000)
      builds = await indexBuilds(database.db)
    }
    const failed = builds.find(({ status }) => status === 'failed')
    if (failed) throw startupError(`An index of the job queue could not be built (${failed.error}).`)
  } finally {
    await boss.stop()
  }
}

async function indexBuilds(db: Kysely<Tables>) {
  const { rows } = await sql<{ status: string; error: string | null }>`select status, error from pgboss.bam`.execute(db)
  return rows
}

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
