import type { Accounts } from '../../applying/accounts/index.ts'
import type { ApplicationPdfDeps } from '../../documents/application-pdf/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { AfterSubmission } from '../after-submission/index.ts'
import type { Erasures } from '../erasure/index.ts'

/** The dependencies of every function in this folder. */
export type StaffDeps = ApplicationPdfDeps & {
  readonly limits: Limits
  readonly accounts: Pick<Accounts, 'forgotPassword'>
  readonly erasures: Erasures
  readonly afterSubmission: AfterSubmission
  readonly settings: Pick<Settings, 'baseUrl' | 'dataDir' | 'deliveriesFile'> &
    Partial<Pick<Settings, 'staffProvider' | 'staffHost'>>
}
