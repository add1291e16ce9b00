export { type Client, createLimits, createMemoryLimit, type Limits, type MemoryLimit } from './create-limits.ts'
export { createStrangerLimit, type StrangerLimit } from './create-stranger-limit.ts'
export { type AccountLimit, type LimitTable, readLimits } from './limit-table.ts'
export { inNetworks, networkOf } from './networks.ts'
