import type { BaseLogger } from 'pino'
import type { ApplicationDeps } from '../../applying/applications/index.ts'
import type { WebhooksDeps } from '../../handing-over/webhooks/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Mail } from '../../running/mail/index.ts'

/** The dependencies of every function in this folder. */
export type AfterSubmissionDeps = ApplicationDeps & {
  readonly mail: Mail
  readonly jobs: Jobs
  readonly webhooks: WebhooksDeps
  readonly log: Pick<BaseLogger, 'info'>
}
