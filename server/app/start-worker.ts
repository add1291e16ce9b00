import type { Logger } from 'pino'
import { type Settings, startFault } from '../platform/settings/index.ts'
import { createDeps } from './create-deps.ts'
import { type Running, running } from './running.ts'

/**
 * Does jobs (conversions, copies, mail, the hourly care) and serves no request. Any number of workers may share a database;
 * what one that was killed left unfinished, another does.
 */
export async function startWorker(settings: Settings, log: Logger, now = () => new Date()): Promise<Running> {
  if (settings.databaseUrl === undefined)
    throw startFault('A worker needs DATABASE_URL: the embedded database belongs to the server alone.')
  return running(async (opened) => {
    const { jobs } = await createDeps(settings, log, now, opened)
    await jobs.start()
    return {}
  })
}
