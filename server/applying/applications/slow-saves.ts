import { LRUCache } from 'lru-cache'

const BURST = 4 * 1024 ** 2 // bytes: a whole application about seventy times
const PER_SECOND = 16 * 1024 // bytes: more than anybody types
/** Milliseconds after which a browser gives up on a call; a save that would wait longer is refused for now. */
const LONGEST_WAIT = 30_000
const ACCOUNTS = 10_000 // of the last saves; after a pause of five minutes nothing counts any more

/**
 * Slows down accounts that save very much data, in each process, so that one account cannot fill the database. Returns
 * the milliseconds to wait before a save of this many bytes, or Infinity if it should be tried again later; then it is
 * not counted. A person who types never waits. Not by the clock of the day: one that is set back would refuse everybody.
 */
export function createSaveDelay(
  now: () => number = () => performance.now(),
): (accountId: string, bytes: number) => number {
  const usage = new LRUCache<string, { readonly bytes: number; readonly at: number }>({ max: ACCOUNTS })
  return (accountId, bytes) => {
    const at = now()
    const last = usage.get(accountId)
    const before = last ? Math.max(0, last.bytes - ((at - last.at) / 1000) * PER_SECOND) : 0
    const wait = Math.max(0, ((before + bytes - BURST) / PER_SECOND) * 1000)
    if (wait > LONGEST_WAIT) return Number.POSITIVE_INFINITY
    usage.set(accountId, { bytes: before + bytes, at })
    return wait
  }
}
