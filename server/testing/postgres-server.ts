import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../platform/database/index.ts'
import { silentLog } from './silent-log.ts'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A private PostgreSQL on this machine, or the reason there is none. */
    postgres: { readonly url: string } | { readonly skipped: string }
    /** A migrated embedded database to copy, because creating one takes seconds. */
    embeddedTemplate: string
  }
}

/** Vitest's global setup for the server tests: prepares both databases once and removes them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'causeway-template-'))
  const [postgres] = await Promise.all([startPostgres(), createTemplate(template)])
  if ('skipped' in postgres) console.log(`PostgreSQL server tests skipped: ${postgres.skipped}`)
  project.provide('postgres', 'skipped' in postgres ? postgres : { url: postgres.url })
  project.provide('embeddedTemplate', join(template, 'database'))
  return async () => {
    if (!('skipped' in postgres)) await postgres.stop()
    await rm(template, { recursive: true })
  }
}

async function createTemplate(dataDir: string): Promise<void> {
  const database = await connectDatabase({ dataDir, databaseUrl: undefined }, silentLog)
  await database.close()
}
