import type { BaseLogger } from 'pino'
import type { Settings } from '../settings/index.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './open-embedded.ts'
import { openPostgres } from './open-postgres.ts'

/**
 * Opens PostgreSQL when DATABASE_URL is set, otherwise the embedded database in DATA_DIR, and brings its tables up to
 * date. Throws a start fault when it cannot be had.
 */
export const openDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> =>
  settings.databaseUrl === undefined ? openEmbedded(settings, log) : openPostgres(settings.databaseUrl, log)
