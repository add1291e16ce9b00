import type { BaseLogger } from 'pino'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Applications } from '../applications/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Webhooks } from '../webhooks/index.ts'

/** The dependencies of every function in this folder. */
export type AfterSubmission = Applications & {
  readonly mail: Mail
  readonly jobs: Jobs
  readonly webhooks: Webhooks
  readonly log: Pick<BaseLogger, 'info'>
}
