import { expect, test } from 'vitest'
import { migrations, NEEDS } from './migrate.ts'

/** Released before names said what they need. */
const FIRST_WITH_NEEDS = 16

test('every migration says which releases can run beside it, and needs none that comes after it', () => {
  const names = Object.keys(migrations)
  expect(names).toEqual(names.toSorted())
  for (const name of names.slice(FIRST_WITH_NEEDS - 1)) {
    expect(name).toMatch(NEEDS)
    expect(Number(NEEDS.exec(name)?.[1])).toBeLessThanOrEqual(Number(name.slice(0, 4)))
  }
})
