import type { Applications } from '../applications/index.ts'
import type { Settings } from '../settings/index.ts'

/** What every function of this subject works with. */
export type ServiceLinks = Applications & { readonly settings: Pick<Settings, 'baseUrl'> }
