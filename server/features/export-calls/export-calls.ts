import type { Limits } from '../../platform/limits/index.ts'
import type { Packets } from '../packets/index.ts'

/** The dependencies of every function in this folder. */
export type ExportCalls = Packets & { readonly limits: Pick<Limits, 'takeForSession'> }
