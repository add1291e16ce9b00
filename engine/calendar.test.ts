import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { dayFrom, deadlineInWords, endInWords, endOfDay, months, parsedDay, yearsBetween } from './calendar.ts'

describe('calendar', () => {
  describe('parsing a calendar day', () => {
    test.each(['2024-02-29', '2000-02-29', '2023-02-28', '2023-12-31', '2023-04-30', '0001-01-01', '9999-12-31'])(
      '%s is a day',
      (value) => expect(parsedDay(value)).toBeDefined(),
    )
    test.each([
      '2023-02-29',
      '1900-02-29',
      '2100-02-29',
      '2024-02-30',
      '2023-04-31',
      '2023-06-31',
      '2023-09-31',
      '2023-11-31',
      '2023-13-01',
      '2023-00-01',
      '2023-01-00',
      '',
      '2023-1-1',
      '23-01-01',
      '02/03/2001',
      ' 2023-01-01',
      '2023-01-01T00:00',
      '2023-01-01\n',
      '２０２３-01-01',
    ])('%j is not a day', (value) => expect(parsedDay(value)).toBeUndefined())

    test('returns year, month and day', () => expect(parsedDay('2024-02-09')).toEqual({ year: 2024, month: 2, day: 9 }))
  })

  test.each([
    ['typed with one digit each', [], ['2001', '2', '3'], '2001-02-03'],
    ['typed with white space', [], [' 2001', '02 ', ' 3 '], '2001-02-03'],
    ['29 February of a leap year', [], ['2024', '2', '29'], '2024-02-29'],
    ['29 February of a common year is not stored', ['5.application.40'], ['2023', '2', '29'], ''],
    ['a year of two digits is not stored', ['5.application.40'], ['01', '2', '3'], ''],
    ['a part missing', ['5.application.40'], ['2001', '', '3'], ''],
    ['nothing typed', [], ['', '', ''], ''],
    ['the name of a month', ['5.application.40'], ['2001', ' February', '3'], '2001-02-03'],
    ['the beginning of a name', ['5.application.40'], ['2001', 'Sept.', '3'], '2001-09-03'],
    ['digits of another script', ['5.application.40'], ['２００１', '٢', '３'], '2001-02-03'],
    ['what could be two months', ['5.application.40'], ['2001', 'Ju', '3'], ''],
    ['words', ['5.application.40'], ['2001', 'Foo', '3'], ''],
    ['a negative part', ['5.application.40'], ['2001', '-2', '3'], ''],
    ['too many digits', ['5.application.40'], ['2001', '2', '003'], ''],
  ] as const)('%s', (_, ids, [year, month, day], stored) =>
    expect(dayFrom(year, month, day), proves(...ids)).toBe(stored),
  )

  test.each([
    ['the day before the birthday', '2013-10-02', '2026-10-01', 12],
    ['on the birthday', '2013-10-01', '2026-10-01', 13],
    ['the day after', '2013-09-30', '2026-10-01', 13],
    ['born today', '2026-10-01', '2026-10-01', 0],
    ['born tomorrow', '2026-10-02', '2026-10-01', -1],
    ['born 29 February, on 28 February of a common year', '2012-02-29', '2025-02-28', 12],
    ['born 29 February, on 1 March of a common year', '2012-02-29', '2025-03-01', 13],
    ['born 29 February, on 28 February of a leap year', '2012-02-29', '2028-02-28', 15],
    ['born 29 February, on 29 February', '2012-02-29', '2028-02-29', 16],
    ['born 1 March, on 29 February', '2011-03-01', '2024-02-29', 12],
    ['the first is not a day', '2023-02-29', '2026-10-01', undefined],
    ['today is not a day', '2013-10-01', '', undefined],
  ])('whole years: %s', (_, from, to, years) => expect(yearsBetween(from, to)).toBe(years))

  test('months are 1 to 12 with English names after a blank option', () => {
    expect(months.map(([value]) => value)).toEqual(['', ...Array.from({ length: 12 }, (_, index) => String(index + 1))])
    expect([months[0][1], months[1][1], months[12][1]]).toEqual(['--', 'January', 'December'])
  })
})

describe('end of day', () => {
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
})

describe('deadline', () => {
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
})
