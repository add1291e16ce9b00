import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createSaveDelay } from './application-routes.ts'

const KB = 1024
const nginx = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')

afterEach(() => void vi.useRealTimers())

test('a person who types never waits', () => {
  let clock = 0
  const delay = createSaveDelay(() => clock)
  for (let save = 0; save < 5_000; save++) {
    clock += 2_000
    expect(delay('ann', 20 * KB)).toBe(0)
  }
})

test('an account that saves very much is slowed down, and no other account is', () => {
  let clock = 0
  const delay = createSaveDelay(() => clock)
  let stored = 0
  for (let save = 0; save < 2_000; save++) {
    const wait = delay('eve', 230 * KB)
    clock += Number.isFinite(wait) ? wait : 30_000
    if (Number.isFinite(wait)) stored += 230 * KB
    expect(delay(`ann ${save}`, 20 * KB)).toBe(0)
  }
  expect(stored / (clock / 1000)).toBeLessThan(17 * KB)
})

test('many saves at once do not all pass together', () => {
  const delay = createSaveDelay(() => 0)
  const waits = Array.from({ length: 100 }, () => delay('eve', 230 * KB)).filter(Number.isFinite)
  expect(waits.length * 230 * KB).toBeLessThan(5 * 1024 * KB)
})

test('no save waits so long that a proxy takes the server for one that hangs', () => {
  const [, seconds] = /api\/\(answer.*?\n(?:.*\n)*? +proxy_read_timeout (\d+)s/.exec(nginx) ?? []
  const delay = createSaveDelay(() => 0)
  const waits = Array.from({ length: 9_000 }, () => delay('eve', KB)).filter(Number.isFinite)
  expect(Math.max(...waits)).toBeGreaterThan(0)
  expect(Math.max(...waits)).toBeLessThan(Number(seconds) * 1000)
})

test('a clock that is set back refuses no save', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const delay = createSaveDelay()
  expect(delay('ann', 20 * KB)).toBe(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(delay('ann', 20 * KB)).toBe(0)
})
