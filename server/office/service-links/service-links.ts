import type { ApplicationDeps } from '../../applying/applications/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** The dependencies of every function in this folder. */
export type ServiceLinks = ApplicationDeps & { readonly settings: Pick<Settings, 'baseUrl'> }
