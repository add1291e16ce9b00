import type { Settings } from '../../platform/settings/index.ts'
import type { Packets } from '../packets/index.ts'

/** The dependencies of every function in this folder. */
export type Deliveries = Packets & { readonly settings: Pick<Settings, 'dataDir' | 'deliveriesFile'> }
