import type { Settings } from '../../platform/settings/index.ts'
import type { Applications } from '../applications/index.ts'

/** The dependencies of every function in this folder. */
export type ServiceLinks = Applications & { readonly settings: Pick<Settings, 'baseUrl'> }
