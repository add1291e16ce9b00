const SLEW = 60_000 // ms; less is what a time server corrects
const PERSISTS = 600_000 // ms

/**
 * The clock by which a process judges codes, links, sessions and terms. It follows the clock of the machine, but believes
 * a leap of a minute or more only when it has lasted for ten minutes by a clock that nobody sets: a clock that is wrong
 * for a moment ends nothing. `wall` and `steady` are milliseconds.
 */
export function createSteadyClock(wall = () => Date.now(), steady = () => performance.now()): () => Date {
  let believed = wall() - steady()
  let leap: { readonly offset: number; readonly since: number } | undefined
  return () => {
    const [at, offset] = [steady(), wall() - steady()]
    if (Math.abs(offset - believed) < SLEW) {
      believed = offset
      leap = undefined
    } else if (leap === undefined || Math.abs(offset - leap.offset) >= SLEW) {
      leap = { offset, since: at }
    } else if (at - leap.since >= PERSISTS) {
      believed = offset
      leap = undefined
    }
    return new Date(Math.round(believed + at)) // sums of parts of milliseconds
  }
}
