import { expect, test } from 'vitest'
import { giveBackMemory } from './index.ts'

test('what nothing holds any more is given back', () => {
  let garbage: unknown[] = Array.from({ length: 40 }, () => Array.from({ length: 100_000 }, (_, at) => ({ at })))
  const before = process.memoryUsage()
  expect(garbage).toHaveLength(40)
  garbage = []
  giveBackMemory()
  const after = process.memoryUsage()
  expect(after.heapUsed).toBeLessThan(before.heapUsed - 50e6)
  expect(after.heapTotal).toBeLessThan(before.heapTotal - 50e6)
})
