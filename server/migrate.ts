import { migrateTables } from './app/migrate-tables.ts'
import { createLog } from './platform/http/index.ts'
import { isStartupError, readMigrationSettings } from './platform/settings/index.ts'

try {
  console.log(await migrateTables(readMigrationSettings(process.env), createLog({ logLevel: 'warn' })))
} catch (error) {
  if (!isStartupError(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
