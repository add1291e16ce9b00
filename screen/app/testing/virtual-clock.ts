/** The most events in one call of `advance`. Code that causes more never finishes. */
const MAX_EVENTS = 10_000

/** Time that passes only when a test advances it. Replaces the timers of this thread. */
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
    /** From now on, setTimeout and clearTimeout use this clock. */
    install(): void {
      Object.assign(globalThis, {
        setTimeout: (act: () => void, milliseconds = 0) => after(milliseconds, act),
        clearTimeout: (turn: number | undefined) => void (turn !== undefined && waiting.delete(turn)),
      })
    },
    uninstall: () => void Object.assign(globalThis, real),
    /** Lets time pass. Runs what is due, in order, and lets promises settle after each event. */
    async advance(milliseconds: number): Promise<void> {
      const until = now + milliseconds
      let events = 0
      await flushPromises()
      for (let due = next(until); due !== undefined; due = next(until)) {
        if (events++ > MAX_EVENTS) throw new Error('The events never end.')
        waiting.delete(due.turn)
        now = Math.max(now, due.at)
        due.act()
        await flushPromises()
      }
      now = until
    },
  }
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))
