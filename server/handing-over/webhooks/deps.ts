import type { BaseLogger } from 'pino'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** The dependencies of every function in this folder. */
export type WebhooksDeps = {
  readonly database: Pick<Database, 'db'>
  readonly settings: Pick<Settings, 'deliveriesFile'>
  readonly jobs: Pick<Jobs, 'define' | 'enqueue'>
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Pick<BaseLogger, 'warn'>
  readonly now: () => Date
}
