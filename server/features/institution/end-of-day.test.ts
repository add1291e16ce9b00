import { expect, test } from 'vitest'
import { endOfDay } from './end-of-day.ts'

test.each([
  ['America/Denver', '2026-11-24', '2026-11-25T06:59:59.999Z'],
  ['America/Denver', '2026-03-07', '2026-03-08T06:59:59.999Z'], // the clocks change in the night after it
  ['America/Denver', '2026-03-08', '2026-03-09T05:59:59.999Z'],
  ['America/Denver', '2026-11-01', '2026-11-02T06:59:59.999Z'],
  ['Asia/Tokyo', '2026-12-31', '2026-12-31T14:59:59.999Z'],
  ['UTC', '2028-02-28', '2028-02-28T23:59:59.999Z'],
])('in %s the day %s ends at %s', (zone, day, end) => expect(endOfDay(zone, day).toISOString()).toBe(end))
