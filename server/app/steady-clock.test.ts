import { expect, test } from 'vitest'
import { createSteadyClock } from './steady-clock.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const START = Date.parse('2026-11-27T12:00:00Z')

/** A machine that runs for `ms`, asking its clock each minute; `wrong` is by how much that clock is off. */
function machine() {
  let [passed, wrong] = [0, 0]
  const now = createSteadyClock(
    () => START + passed + wrong,
    () => passed,
  )
  return {
    set: (ms: number) => {
      wrong = ms
    },
    run: (ms: number) => {
      const end = passed + ms
      while (passed < end) {
        passed = Math.min(end, passed + MINUTE)
        now()
      }
    },
    /** By how much the process is off. */
    off: () => now().getTime() - START - passed,
  }
}

test('it follows the small corrections of a time server at once', () => {
  const { set, off } = machine()
  for (const ms of [20 * SECOND, -20 * SECOND, 0]) {
    set(ms)
    expect(off()).toBe(ms)
  }
})

test.each([3 * HOUR, -3 * HOUR, 17_000 * HOUR])(
  'a clock that is wrong by %i ms for nine minutes changes nothing',
  (ms) => {
    const { set, run, off } = machine()
    set(ms)
    expect(off()).toBe(0)
    run(9 * MINUTE)
    expect(off()).toBe(0)
    set(0)
    run(HOUR)
    expect(off()).toBe(0)
  },
)

test('one that stays is followed after ten minutes', () => {
  const { set, run, off } = machine()
  set(3 * HOUR)
  off()
  run(10 * MINUTE)
  expect(off()).toBe(3 * HOUR)
})

test('one that leaps again and again is not', () => {
  const { set, run, off } = machine()
  for (let hours = 1; hours < 20; hours += 1) {
    set(hours * HOUR)
    run(5 * MINUTE)
    expect(off()).toBe(0)
  }
})

test('a quiet night between two calls is no leap', () => {
  let passed = 0
  const now = createSteadyClock(
    () => START + passed,
    () => passed,
  )
  passed = 9 * HOUR
  expect(now().getTime()).toBe(START + 9 * HOUR)
})
