import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { copyDatabase } from '../../testing/copy-database.ts'
import { connectDatabase, type Database } from '../platform/database/index.ts'
import { readSettings, type Settings } from '../platform/settings/index.ts'
import { createDatabase } from './create-database.ts'
import { silentLog } from './silent-log.ts'

/** The database under test. Read the members only inside `test` and hooks; they exist only while tests run. */
export type DatabaseForTests = {
  readonly kind: Database['kind']
  readonly database: Database
  /** Complete settings for this database, with a separate data folder. */
  readonly settings: Settings
  /** Closes the database and opens it again, as a server restart does. */
  readonly reopen: () => Promise<Database>
}

/**
 * Runs a block of tests once on an embedded database and once on PostgreSQL, or with `only` just on that one. Each is
 * new and empty for the block. Needs postgres-server.ts as vitest's global setup; without PostgreSQL's binaries the
 * PostgreSQL half is skipped.
 */
export function databasesForTests(title: string, block: (on: DatabaseForTests) => void, only?: Database['kind']): void {
  const postgres = inject('postgres')
  const embedded = async (dataDir: string) => {
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    return {}
  }
  const onPostgres = async () => {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    const name = `test_${randomUUID().replaceAll('-', '')}`
    return { DATABASE_URL: await createDatabase(postgres.url, name, postgres.template), SECRET_KEY: keyForTests }
  }
  // For each of hundreds of mutations one database is enough.
  const isMutated = process.env.MUTATED !== undefined && only === undefined && !('skipped' in postgres)
  if (only !== 'postgres' && !isMutated) describe(`${title} (embedded)`, () => block(opened('embedded', embedded)))
  if (only !== 'embedded') {
    describe.skipIf('skipped' in postgres)(`${title} (PostgreSQL)`, () => block(opened('postgres', onPostgres)))
  }
}

/**
 * Runs a block of tests on PostgreSQL, or on an embedded database where PostgreSQL is not installed: enough where its SQL
 * is plain and its subject another (docs/decisions/0002). `script/test --peers` runs it on both.
 */
export function onOneDatabase(title: string, block: (on: DatabaseForTests) => void): void {
  const both = process.env.CAUSEWAY_PEERS === '1'
  databasesForTests(title, block, both ? undefined : 'skipped' in inject('postgres') ? 'embedded' : 'postgres')
}

function opened(
  kind: Database['kind'],
  prepare: (dataDir: string) => Promise<Record<string, string>>,
): DatabaseForTests {
  let open: { settings: Settings; database: Database } | undefined
  const current = () => {
    if (open === undefined) throw new Error('The database of a test exists only inside tests and hooks.')
    return open
  }
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeway-test-'))
    const settings = readSettings({ DATA_DIR: dataDir, ...(await prepare(dataDir)) })
    open = { settings, database: await connectDatabase(settings, silentLog) }
  })
  afterAll(async () => {
    if (open === undefined) return
    await open.database.close()
    await rm(open.settings.dataDir, { recursive: true })
  })
  return {
    kind,
    get database() {
      return current().database
    },
    get settings() {
      return current().settings
    },
    reopen: async () => {
      await current().database.close()
      open = { ...current(), database: await connectDatabase(current().settings, silentLog) }
      return open.database
    },
  }
}

/** The SECRET_KEY for tests on PostgreSQL. */
export const keyForTests = `test:${Buffer.alloc(32, 7).toString('base64')}`
