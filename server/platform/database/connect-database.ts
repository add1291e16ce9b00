import type { BaseLogger } from 'pino'
import type { Settings } from '../settings/index.ts'
import { connectEmbedded } from './connect-embedded.ts'
import { connectPostgres } from './connect-postgres.ts'
import type { Database } from './database.ts'

/**
 * Opens PostgreSQL when DATABASE_URL is set, otherwise the embedded database in DATA_DIR, and migrates its tables.
 * Throws a startup error if the database cannot be opened.
 */
export const connectDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> =>
  settings.databaseUrl === undefined ? connectEmbedded(settings, log) : connectPostgres(settings.databaseUrl, log)
