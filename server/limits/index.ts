export type { AccountLimit } from './figures.ts'
export { networkOf } from './network-of.ts'
export { type Limits, openLimits } from './open-limits.ts'
export { lookupFigure, type MemoryLimit, openMemoryLimit } from './open-memory-limit.ts'
