import type { Logger } from 'pino'
import { checkTargets } from '../handing-over/deliveries/index.ts'
import { type Settings, startupError } from '../platform/settings/index.ts'
import { createDeps } from './create-deps.ts'
import { requireTls } from './in-the-clear.ts'
import { type Running, running } from './run-until-stopped.ts'
import { createSteadyClock } from './steady-clock.ts'

/**
 * Runs jobs (conversions, application PDFs, mail, the hourly sweep) and serves no requests. Any number of workers may
 * share a database; if one is killed, another finishes its work.
 */
export async function startWorker(settings: Settings, log: Logger, now = createSteadyClock()): Promise<Running> {
  if (settings.databaseUrl === undefined)
    throw startupError('A worker needs DATABASE_URL: the embedded database belongs to the server alone.')
  checkTargets(settings)
  requireTls({ ...settings, host: undefined }) // it does not listen there
  return running(async (opened) => {
    const { jobs, startBeating } = await createDeps('worker', settings, log, now, opened)
    await jobs.start()
    await startBeating()
    return {}
  })
}
