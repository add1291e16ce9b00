import type { ApplicationDeps } from '../../../applying/applications/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import type { Settings } from '../../../platform/settings/index.ts'
import type { Storage } from '../../../platform/storage/index.ts'
import { silentLog } from '../../../testing/index.ts'
import { defineErasedFilesJob, type ErasureDeps } from '../index.ts'

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
