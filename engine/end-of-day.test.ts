import { expect, test } from 'vitest'
import { endOfDay } from './end-of-day.ts'

test.each([
  ['America/Denver', '2026-11-24', '2026-11-25T07:00:00.000Z'],
  ['America/Denver', '2026-03-07', '2026-03-08T07:00:00.000Z'], // the clocks change in the night after it
  ['America/Denver', '2026-03-08', '2026-03-09T06:00:00.000Z'],
  ['America/Denver', '2026-11-01', '2026-11-02T07:00:00.000Z'],
  ['Asia/Tokyo', '2026-12-31', '2026-12-31T15:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-26', '2026-09-26T12:00:00.000Z'], // between midnight there and midnight in UTC
  ['America/Santiago', '2026-09-05', '2026-09-06T04:00:00.000Z'], // there is no midnight: the clocks change at it
  ['Africa/Cairo', '2026-10-29', '2026-10-29T22:00:00.000Z'], // its last hour comes twice
  ['UTC', '2028-02-28', '2028-02-29T00:00:00.000Z'],
])('in %s the day %s ends at %s', (zone, day, end) => expect(endOfDay(zone, day).toISOString()).toBe(end))
