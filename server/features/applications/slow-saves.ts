const AT_ONCE = 4 * 1024 ** 2 // bytes: a whole application some seventy times over
const A_SECOND = 16 * 1024 // bytes: more than anybody types
/** Milliseconds after which a browser takes a call for lost; whoever would wait longer is asked to come back. */
const LONGEST_WAIT = 30_000

/**
 * Slows the saves of whoever brings very much, in each process, so that one account cannot fill the database: milliseconds
 * to wait before a save of so many bytes; Infinity when it should come back later, and then nothing is counted. Who types
 * never waits.
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
