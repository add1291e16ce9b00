import { expect, test } from 'vitest'
import { deadlineInWords, endInWords } from './deadline.ts'

test.each([
  ['America/Denver', '2026-12-16T07:00:00.000Z', 'through December 15, 2026'],
  // Its last minute, as the mail about a closing term has it.
  ['America/Denver', '2026-12-16T06:59:00.000Z', 'through December 15, 2026'],
  ['America/Denver', '2026-12-16T06:58:59.000Z', 'until December 15, 2026 at 11:58 PM MST'],
  ['America/Denver', '2026-12-16T07:00:00.001Z', 'until December 16, 2026 at 12:00 AM MST'],
  ['America/Denver', '2026-07-01T05:30:00.000Z', 'until June 30, 2026 at 11:30 PM MDT'],
  // A day of 23 hours, one whose midnight the clocks leave out, and the last of a year.
  ['America/Denver', '2026-03-09T06:00:00.000Z', 'through March 8, 2026'],
  ['America/Santiago', '2026-09-06T04:00:00.000Z', 'through September 5, 2026'],
  ['Pacific/Honolulu', '2027-01-01T10:00:00.000Z', 'through December 31, 2026'],
])('in %s, %s is %s', (zone, end, words) => {
  expect(deadlineInWords(new Date(end), zone)).toBe(words)
  expect(endInWords(new Date(end), zone)).toBe(words.replace(/^\w+ /, ''))
})
