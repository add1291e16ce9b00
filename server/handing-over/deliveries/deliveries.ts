import type { PacketDeps } from '../../documents/packets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** The dependencies of every function in this folder. */
export type Deliveries = PacketDeps & { readonly settings: Pick<Settings, 'dataDir' | 'deliveriesFile'> }
