import { expect, test, vi } from 'vitest'
import { createStrangerLimit } from './create-stranger-limit.ts'

const twice = { most: 2, seconds: 60 }

test('only failures count, and a network that failed too often waits', () => {
  let now = 0
  const limit = createStrangerLimit(twice, { now: () => now })
  for (let times = 0; times < 10; times += 1) expect(limit.waitOf('192.0.2.7', 'a')).toBeUndefined()
  limit.countFailure('192.0.2.7')
  expect(limit.waitOf('192.0.2.7', 'a')).toBeUndefined()
  limit.countFailure('192.0.2.7')
  expect([limit.waitOf('192.0.2.7', 'a'), limit.waitOf('192.0.2.8', 'a')]).toEqual([60, undefined])
  now = 30_500
  expect(limit.waitOf('192.0.2.7', 'a')).toBe(30)
  now = 60_000
  expect(limit.waitOf('192.0.2.7', 'a')).toBeUndefined()
})

test('without a clock of its own it goes by one that nobody sets', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const limit = createStrangerLimit({ most: 1, seconds: 60 })
    limit.countFailure('192.0.2.7')
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(limit.waitOf('192.0.2.7', 'a')).toBe(60)
  } finally {
    vi.useRealTimers()
  }
})

test('who has proved who they are goes on while a neighbor fails', () => {
  const limit = createStrangerLimit(twice, { now: () => 0 })
  limit.countProof('honest')
  for (let times = 0; times < 9; times += 1) limit.countFailure('2001:db8:1:2::1')
  expect(limit.waitOf('2001:db8:1:2::2', 'honest')).toBeUndefined()
  expect(limit.waitOf('2001:db8:1:2::2', 'made up')).toBe(60)
})

test('proofs are forgotten, oldest first, so that memory does not grow', () => {
  const limit = createStrangerLimit({ most: 0, seconds: 60 }, { now: () => 0 })
  for (let person = 0; person < 10_000; person += 1) limit.countProof(`person ${person}`)
  limit.countProof('person 0')
  limit.countProof('one more')
  expect([0, 1, 2].map((person) => limit.waitOf('192.0.2.7', `person ${person}`))).toEqual([undefined, 60, undefined])
})

test('an exempt network is not limited, and each refusal of another is reported', () => {
  let refusals = 0
  const options = { now: () => 0, isExempt: (address: string) => address === 'lab', onRefused: () => void refusals++ }
  const limit = createStrangerLimit({ most: 0, seconds: 60 }, options)
  expect([limit.waitOf('lab', ''), limit.waitOf('home', '')]).toEqual([undefined, 60])
  expect(refusals).toBe(1)
})
