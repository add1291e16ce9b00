import { createHash } from 'node:crypto'
import type { Limit } from './limit-table.ts'
import { type IsExempt, networkOf } from './networks.ts'

/**
 * How often a network may fail to prove who it is, counted in this process, so that nothing is asked of the database to
 * refuse it. Only failures count, and who has proved something goes on whatever the neighbors do.
 */
export type StrangerLimit = {
  /** Seconds to wait, or undefined if it may try now. `credential` is all that the request shows of who it is. */
  readonly waitOf: (address: string, credential: string) => number | undefined
  readonly countFailure: (address: string) => void
  /** What was shown is somebody's. */
  readonly countProof: (credential: string) => void
}

type Options = {
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number
  readonly isExempt?: IsExempt
  readonly onRefused?: () => void
}

/** Proofs that are remembered, by their hashes: far more than staff and systems that are at work at once. */
const REMEMBERED = 10_000

/** Creates the limit. All counters expire together, so nothing needs sweeping. */
export function createStrangerLimit(
  { most, seconds }: Limit,
  { now = () => performance.now(), isExempt = () => false, onRefused = () => {} }: Options = {},
): StrangerLimit {
  const failures = new Map<string, number>()
  const proved = new Set<string>()
  let ends = 0
  const beginAnew = () => {
    if (now() < ends) return
    failures.clear()
    ends = now() + seconds * 1_000
  }
  return {
    waitOf: (address, credential) => {
      beginAnew()
      if ((failures.get(networkOf(address)) ?? 0) < most || isExempt(address) || proved.has(hashOf(credential)))
        return undefined
      onRefused()
      return Math.ceil((ends - now()) / 1_000)
    },
    countFailure: (address) => {
      beginAnew()
      const network = networkOf(address)
      failures.set(network, (failures.get(network) ?? 0) + 1)
    },
    countProof: (credential) => {
      const hash = hashOf(credential)
      // The newest are at the end.
      proved.delete(hash)
      proved.add(hash)
      const [oldest] = proved
      if (proved.size > REMEMBERED && oldest !== undefined) proved.delete(oldest)
    },
  }
}

const hashOf = (credential: string) => createHash('sha256').update(credential).digest('base64url')
