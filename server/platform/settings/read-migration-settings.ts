import { givenSettings } from './given-settings.ts'
import { environmentSchema } from './setting-table.ts'
import { startupError } from './startup-error.ts'

/** What `npm run migrate` needs. Without a `migrationUrl` the user of the servers changes the tables. */
export type MigrationSettings = {
  readonly databaseUrl: string
  readonly migrationUrl: string | undefined
  readonly requiresTls: boolean
}

const settings = environmentSchema.pick({ DATABASE_URL: true, MIGRATION_DATABASE_URL: true, REQUIRE_TLS: true })

/** Reads them from the environment, or throws a startup error whose one sentence names the setting. */
export function readMigrationSettings(environment: Readonly<Record<string, string | undefined>>): MigrationSettings {
  const read = settings.safeParse(givenSettings(environment))
  if (!read.success) {
    const [issue] = read.error.issues
    throw startupError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationUrl, REQUIRE_TLS: requiresTls } = read.data
  if (databaseUrl === undefined) {
    throw startupError('npm run migrate needs DATABASE_URL: the server migrates its embedded database at the start.')
  }
  return { databaseUrl, migrationUrl, requiresTls }
}
