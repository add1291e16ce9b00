import type { Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { ApplicationPdfDeps } from '../application-pdf/index.ts'

/** The dependencies of every function in this folder. */
export type StaffDeps = ApplicationPdfDeps & {
  readonly limits: Limits
  /** Whether staff sign in through a provider. */
  readonly settings: Pick<Settings, 'baseUrl'> & { readonly staffProvider?: object | undefined }
}
