import pg from 'pg'
import type { Logger } from 'pino'
import { connectPostgres, grantRights, isDatabaseAway, outageReason } from '../platform/database/index.ts'
import { migrateJobs } from '../platform/jobs/index.ts'
import { type MigrationSettings, startupError } from '../platform/settings/index.ts'
import { requireTls } from './in-the-clear.ts'

/**
 * `npm run migrate`: brings all tables up to date, those of the job queue included. If a role of its own does it, the
 * user of DATABASE_URL is given the rights that it needs. Running it again changes nothing. Returns what it did. Throws a
 * startup error that names the setting to change.
 */
export async function migrateTables(settings: MigrationSettings, log: Logger): Promise<string> {
  requireTls(settings)
  const { databaseUrl, migrationUrl } = settings
  const untried = migrationUrl === undefined ? '' : await requireSameDatabase(databaseUrl, migrationUrl)
  const setting = migrationUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL'
  const user = userOf(databaseUrl)
  try {
    const database = await connectPostgres(migrationUrl ?? databaseUrl, log, setting)
    try {
      await migrateJobs(database, log)
      if (migrationUrl === undefined || userOf(migrationUrl) === user) return 'The tables are up to date.'
      await grantRights(database.db, user)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw withSetting(error, settings)
  }
  return `The tables are up to date, and ${user} has the rights that servers and workers need.${untried}`
}

const userOf = (url: string) => decodeURIComponent(new URL(url).username)

/** Errors that the settings of this command can mend, in a sentence that says how. */
function withSetting(error: unknown, { databaseUrl, migrationUrl }: MigrationSettings): unknown {
  if (isDatabaseAway(error)) return error
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined)
  if (code === NO_SUCH_USER)
    return startupError(`DATABASE_URL names the user ${userOf(databaseUrl)}, which does not exist.`, error)
  if (code !== NO_RIGHT) return error
  return startupError(
    migrationUrl === undefined
      ? 'The user of DATABASE_URL may not change the tables: put the user who owns them into MIGRATION_DATABASE_URL.'
      : 'MIGRATION_DATABASE_URL names a user who may not change the tables: it must be the one who owns them.',
    error,
  )
}

const NO_RIGHT = '42501'
const NO_SUCH_USER = '42704'
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Refuses to change the tables of one database while the servers use another, as after a restore. Returns what to say
 * when that cannot be found out: this command may run where only one of the two users can sign in.
 */
async function requireSameDatabase(databaseUrl: string, migrationUrl: string): Promise<string> {
  const [servers, own] = await Promise.all([identityOf(databaseUrl), identityOf(migrationUrl)])
  // What is wrong with MIGRATION_DATABASE_URL is said when it is opened.
  if ('reason' in own) return ''
  if ('reason' in servers) return ` DATABASE_URL could not be tried from here (${servers.reason}).`
  if (servers.identity === own.identity) return ''
  throw startupError(
    `DATABASE_URL and MIGRATION_DATABASE_URL name different databases (${servers.name} and ${own.name}); nothing was changed.`,
  )
}

/** What tells a database from any other one: PostgreSQL gives it to every user. */
async function identityOf(
  connectionString: string,
): Promise<{ readonly name: string; readonly identity: string } | { readonly reason: string }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // A connection that breaks fails the query.
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; identity: string }>(
      `select datname as name, oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
       from pg_database where datname = current_database()`,
    )
    return rows[0] ?? { reason: 'no reply' }
  } catch (error) {
    return { reason: outageReason(error) }
  } finally {
    await client.end().catch(() => {})
  }
}
