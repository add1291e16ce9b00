import type { BaseLogger } from 'pino'
import type { Settings } from '../settings/index.ts'
import { connectEmbedded } from './connect-embedded.ts'
import { connectPostgres } from './connect-postgres.ts'
import type { Database } from './database.ts'

/**
 * Opens PostgreSQL when DATABASE_URL is set, otherwise the embedded database in DATA_DIR, and brings its tables up to
 * date. Throws a start fault when it cannot be had.
 */
export const connectDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> =>
  settings.databaseUrl === undefined ? connectEmbedded(settings, log) : connectPostgres(settings.databaseUrl, log)
