import { migrateTables } from './app/migrate-tables.ts'
import { startSentence } from './app/run-until-stopped.ts'
import { createLog } from './platform/http/index.ts'
import { readMigrationSettings } from './platform/settings/index.ts'

try {
  console.log(await migrateTables(readMigrationSettings(process.env), createLog({ logLevel: 'warn' })))
} catch (error) {
  const sentence = startSentence(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode = 1
}
