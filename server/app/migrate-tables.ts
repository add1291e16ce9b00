import type { Logger } from 'pino'
import { connectDatabase, grantRights } from '../platform/database/index.ts'
import { migrateJobs } from '../platform/jobs/index.ts'
import type { MigrationSettings } from '../platform/settings/index.ts'
import { requireTls } from './in-the-clear.ts'

/**
 * `npm run migrate`: brings all tables up to date, those of the job queue included. If a role of its own does it, the
 * user of DATABASE_URL is given the rights that it needs. Running it again changes nothing. Returns what it did.
 */
export async function migrateTables(settings: MigrationSettings, log: Logger): Promise<string> {
  requireTls(settings)
  const { databaseUrl, migrationUrl } = settings
  const database = await connectDatabase({ databaseUrl: migrationUrl ?? databaseUrl, dataDir: '' }, log)
  try {
    await migrateJobs(database, log)
    const user = decodeURIComponent(new URL(databaseUrl).username)
    const isSeparate = migrationUrl !== undefined && decodeURIComponent(new URL(migrationUrl).username) !== user
    if (!isSeparate) return 'The tables are up to date.'
    await grantRights(database.db, user)
    return `The tables are up to date, and ${user} has the rights that servers and workers need.`
  } finally {
    await database.close()
  }
}
