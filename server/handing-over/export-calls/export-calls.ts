import type { PacketDeps } from '../../documents/packets/index.ts'
import type { Limits } from '../../platform/limits/index.ts'

/** The dependencies of every function in this folder. */
export type ExportCalls = PacketDeps & { readonly limits: Pick<Limits, 'takeForSession'> }
