import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryLimit } from './create-limits.ts'

afterEach(() => void vi.useRealTimers())

test('allows as many as the limit in each period, for each address separately', () => {
  let now = 0
  const take = createMemoryLimit({ most: 2, seconds: 60 }, { now: () => now })
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([undefined, undefined, 60, undefined])
  now = 30_500
  expect(take('a')).toBe(30)
  now = 60_000
  expect(take('a')).toBeUndefined()
})

test('all addresses of one IPv6 network count as one', () => {
  const take = createMemoryLimit({ most: 2, seconds: 60 }, { now: () => 0 })
  const waits = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map(take)
  expect(waits).toEqual([undefined, undefined, 60, undefined])
})

test('an exempt network is not limited, and each refusal of another is reported', () => {
  let refusals = 0
  const options = { now: () => 0, isExempt: (address: string) => address === 'lab', onRefused: () => void refusals++ }
  const take = createMemoryLimit({ most: 1, seconds: 60 }, options)
  expect(['lab', 'lab', 'lab', 'home', 'home'].map(take)).toEqual([undefined, undefined, undefined, undefined, 60])
  expect(refusals).toBe(1)
})

test('a clock that is set back makes nobody wait longer', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const take = createMemoryLimit({ most: 1, seconds: 60 })
  take('a')
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(take('a')).toBeLessThanOrEqual(60)
})
