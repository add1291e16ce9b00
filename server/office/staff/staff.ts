import type { Register } from '../../../engine/index.ts'
import type { Accounts } from '../../applying/accounts/index.ts'
import type { ApplicationPdfDeps } from '../../documents/application-pdf/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Editions } from '../../running/institution/index.ts'
import type { AfterSubmissionDeps } from '../after-submission/index.ts'
import type { ErasureDeps } from '../erasure/index.ts'

/** The dependencies of every function in this folder. */
export type StaffDeps = ApplicationPdfDeps & {
  readonly register: Register
  readonly limits: Limits
  readonly editions: Editions
  readonly accounts: Pick<Accounts, 'forgotPassword'>
  readonly erasures: ErasureDeps
  readonly afterSubmission: AfterSubmissionDeps
  readonly settings: Pick<Settings, 'baseUrl' | 'dataDir' | 'deliveriesFile'> &
    Partial<Pick<Settings, 'staffProvider' | 'staffHost' | 'institutionFile'>>
}

/** The origin at which staff open the desk. */
export function staffOrigin({ baseUrl, staffHost }: Pick<Settings, 'baseUrl'> & Partial<Settings>): string {
  const url = new URL(baseUrl)
  if (staffHost !== undefined) url.hostname = staffHost
  return url.origin
}
