import type { Settings } from '../../platform/settings/index.ts'
import type { Applications } from '../applications/index.ts'

/** What every function of this subject works with. */
export type ServiceLinks = Applications & { readonly settings: Pick<Settings, 'baseUrl'> }
