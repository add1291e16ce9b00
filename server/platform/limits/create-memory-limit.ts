import type { IsExempt } from './in-networks.ts'
import type { Limit } from './limit-table.ts'
import { networkOf } from './network-of.ts'

/** Counts in this process only, for calls made at every keystroke. Seconds to wait, or undefined if allowed now. */
export type MemoryLimit = (address: string) => number | undefined

type MemoryLimitOptions = {
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number
  readonly isExempt?: IsExempt
  readonly onRefused?: () => void
}

/** Creates a limit; an IPv6 address counts as its /64. All counters expire together, so nothing needs sweeping. */
export function createMemoryLimit(
  { most, seconds }: Limit,
  { now = () => performance.now(), isExempt = () => false, onRefused = () => {} }: MemoryLimitOptions = {},
): MemoryLimit {
  const counts = new Map<string, number>()
  let ends = 0
  return (address) => {
    if (isExempt(address)) return undefined
    const network = networkOf(address)
    if (now() >= ends) {
      counts.clear()
      ends = now() + seconds * 1_000
    }
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count <= most) return undefined
    onRefused()
    return Math.ceil((ends - now()) / 1_000)
  }
}
