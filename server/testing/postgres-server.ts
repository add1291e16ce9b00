import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../platform/database/index.ts'
import { createDatabase } from './create-database.ts'
import { silentLog } from './silent-log.ts'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A private PostgreSQL on this machine with a migrated database to copy, or the reason there is none. */
    postgres: { readonly url: string; readonly template: string } | { readonly skipped: string }
    /** A migrated embedded database to copy, because creating one takes seconds. */
    embeddedTemplate: string
  }
}

/** Vitest's global setup for the server tests: prepares both databases once and removes them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-template-'))
  const [postgres] = await Promise.all([startPostgres(), migrate({ dataDir, databaseUrl: undefined })])
  if ('skipped' in postgres) {
    console.log(`PostgreSQL server tests skipped: ${postgres.skipped}`)
    project.provide('postgres', postgres)
  } else {
    const template = 'migrated'
    await migrate({ dataDir, databaseUrl: await createDatabase(postgres.url, template) })
    project.provide('postgres', { url: postgres.url, template })
  }
  project.provide('embeddedTemplate', join(dataDir, 'database'))
  return async () => {
    if (!('skipped' in postgres)) await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function migrate(settings: Parameters<typeof connectDatabase>[0]): Promise<void> {
  const database = await connectDatabase(settings, silentLog)
  await database.close()
}
