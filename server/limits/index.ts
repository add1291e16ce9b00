export type { AccountLimit } from './figures.ts'
export { type Limits, openLimits } from './open-limits.ts'
