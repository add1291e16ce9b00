/** Events of one stretch of time; what goes on beyond them would go on for ever. */
const MOST_EVENTS = 10_000

/** Time that stands still until it is told to pass, in place of the timers of this thread. */
export function createVirtualClock(start: number) {
  type Waiting = { readonly at: number; readonly turn: number; readonly act: () => void }
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  const waiting = new Map<number, Waiting>()
  let now = start
  let turns = 0
  const after = (milliseconds: number, act: () => void): number => {
    turns += 1
    waiting.set(turns, { at: now + Math.max(0, milliseconds), turn: turns, act })
    return turns
  }
  const next = (until: number): Waiting | undefined => {
    let first: Waiting | undefined
    for (const each of waiting.values()) {
      if (each.at <= until && (!first || each.at < first.at || (each.at === first.at && each.turn < first.turn)))
        first = each
    }
    return first
  }
  return {
    now: () => now,
    after,
    /** What the code under test calls as setTimeout from here on is this clock's. */
    install(): void {
      Object.assign(globalThis, {
        setTimeout: (act: () => void, milliseconds = 0) => after(milliseconds, act),
        clearTimeout: (turn: number | undefined) => void (turn !== undefined && waiting.delete(turn)),
      })
    },
    uninstall: () => void Object.assign(globalThis, real),
    /** Lets so much time pass; whatever is due happens in its order, and promises settle in between. */
    async pass(milliseconds: number): Promise<void> {
      const until = now + milliseconds
      let events = 0
      await settled()
      for (let due = next(until); due !== undefined; due = next(until)) {
        if (events++ > MOST_EVENTS) throw new Error('This never settles.')
        waiting.delete(due.turn)
        now = Math.max(now, due.at)
        due.act()
        await settled()
      }
      now = until
    },
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
