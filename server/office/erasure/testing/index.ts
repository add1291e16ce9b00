import { randomUUID } from 'node:crypto'
import type { ApplicationDeps } from '../../../applying/applications/index.ts'
import { createJobs, type Jobs } from '../../../platform/jobs/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import type { Settings } from '../../../platform/settings/index.ts'
import { createStorage, type Storage } from '../../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { defineErasedFilesJob, type ErasureDeps } from '../index.ts'

export { searchErased } from '../search-erased.ts'

/** What erasing needs, without mail and webhooks. Call it before the jobs start. */
export function erasuresForTests(
  deps: ApplicationDeps & { readonly storage: Storage; readonly jobs: Jobs },
  settings: Pick<Settings, 'deliveriesFile'> = { deliveriesFile: undefined },
): ErasureDeps {
  const { database, jobs, now } = deps
  const erasures: ErasureDeps = {
    ...deps,
    mail: { enqueue: async () => {} },
    webhooks: { database, settings, jobs, now, metrics: createMetrics(), log: silentLog },
    log: silentLog,
    marks: new Map(),
  }
  defineErasedFilesJob(erasures)
  return erasures
}

/** The same on a database for tests, with an empty storage; with jobs that are not started. */
export async function erasuresOn(
  on: Pick<DatabaseForTests, 'database' | 'settings'>,
  { institution = readInstitution(on.settings), jobs = createJobs(on.database, silentLog) } = {},
): Promise<ErasureDeps> {
  const keyRing = createKeyRing(on.settings)
  const now = () => new Date()
  const storage = await createStorage(on.settings, keyRing, now, randomUUID())
  return erasuresForTests({
    database: on.database,
    keyRing,
    form: formOf(institution),
    institution,
    now,
    storage,
    jobs,
  })
}
