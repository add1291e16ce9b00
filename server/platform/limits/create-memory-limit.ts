import type { Limit } from './limit-table.ts'
import { networkOf } from './network-of.ts'

/** Counts in this process alone, for what is asked at every keystroke: seconds to wait, undefined while one more is allowed. */
export type MemoryLimit = (address: string) => number | undefined

/** Opens a limit; an IPv6 address counts as its /64. All counters end together, so that nothing is left to sweep. */
export function createMemoryLimit({ most, seconds }: Limit, now: () => number = Date.now): MemoryLimit {
  const counts = new Map<string, number>()
  let ends = 0
  return (address) => {
    const network = networkOf(address)
    if (now() >= ends) {
      counts.clear()
      ends = now() + seconds * 1_000
    }
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= most ? undefined : Math.ceil((ends - now()) / 1_000)
  }
}
