const AT_ONCE = 4 * 1024 ** 2 // bytes: a whole application about seventy times
const A_SECOND = 16 * 1024 // bytes: more than anybody types
/** Milliseconds after which a browser gives up on a call; a save that would wait longer is refused for now. */
const LONGEST_WAIT = 30_000

/**
 * Slows down accounts that save very much data, in each process, so that one account cannot fill the database. Returns
 * the milliseconds to wait before a save of this many bytes, or Infinity if it should be tried again later; then it is
 * not counted. A person who types never waits.
 */
export function createSaveDelay(now: () => number = Date.now): (accountId: string, bytes: number) => number {
  const filled = new Map<string, { readonly bytes: number; readonly at: number }>()
  return (accountId, bytes) => {
    const at = now()
    for (const [each, { bytes: left, at: since }] of filled) {
      if (left <= ((at - since) / 1000) * A_SECOND) filled.delete(each)
    }
    const last = filled.get(accountId)
    const before = last ? Math.max(0, last.bytes - ((at - last.at) / 1000) * A_SECOND) : 0
    const wait = Math.max(0, ((before + bytes - AT_ONCE) / A_SECOND) * 1000)
    if (wait > LONGEST_WAIT) return Number.POSITIVE_INFINITY
    filled.set(accountId, { bytes: before + bytes, at })
    return wait
  }
}
