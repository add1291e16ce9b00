import type { BaseLogger } from 'pino'
import type { ApplicationDeps } from '../../applying/applications/index.ts'
import type { WebhooksDeps } from '../../handing-over/webhooks/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Mail } from '../../running/mail/index.ts'

/** The dependencies of every function in this folder. */
export type ErasureDeps = ApplicationDeps & {
  readonly storage: Storage
  readonly jobs: Jobs
  readonly mail: Mail
  readonly webhooks: WebhooksDeps
  readonly log: Pick<BaseLogger, 'info' | 'warn'>
  /**
   * By the id of an application that this process erased: what the files of the database are searched for. It is in
   * memory alone, because elsewhere it would be found.
   */
  readonly marks: Map<string, readonly string[]>
}
