import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { offeredOptions, seasonOf } from './option-dates.ts'
import { choice, type Options } from './questions.ts'
import { formOf } from './testing/form-of.ts'
import { todayAt } from './today-at.ts'
import { withInstitution } from './with-institution.ts'

const dates = { opens: '2026-09-01', closes: '2026-11-15' }

test.each([
  ['2026-08-31', 'early'],
  ['2026-09-01', 'open'],
  ['2026-11-15', 'open'],
  ['2026-11-16', 'closed'],
])('on %s it is %s', (today, season) => {
  expect(seasonOf(dates, today)).toBe(season)
})
test.each([
  [undefined, 'open'],
  [{}, 'open'],
  [{ opens: '2026-11-16' }, 'early'],
  [{ closes: '2026-11-14' }, 'closed'],
] as const)('with the dates %j it is %s', (some, season) => expect(seasonOf(some, '2026-11-15')).toBe(season))

describe('it closes with the last second of its last day, by the clocks of the institution', () => {
  test.each([
    ['America/Denver', '2026-11-15', '2026-11-16T06:59:59.999Z', '2026-11-16T07:00:00.000Z'],
    ['America/Denver', '2026-11-01', '2026-11-02T06:59:59.999Z', '2026-11-02T07:00:00.000Z'], // a day of 25 hours
    ['America/Denver', '2027-03-14', '2027-03-15T05:59:59.999Z', '2027-03-15T06:00:00.000Z'], // and one of 23
    ['Asia/Tokyo', '2026-12-31', '2026-12-31T14:59:59.999Z', '2026-12-31T15:00:00.000Z'],
  ])('in %s on %s', (zone, closes, last, after) => {
    expect(seasonOf({ closes }, todayAt(zone, new Date(last)))).toBe('open')
    expect(seasonOf({ closes }, todayAt(zone, new Date(after)))).toBe('closed')
  })
})

const institution = {
  terms: [
    ['', '--'],
    ['F', 'Fall'],
    ['S', 'Spring'],
    ['W', 'Winter'],
  ],
  term_dates: { F: { closes: '2026-11-15' }, W: { opens: '2026-12-01' } },
}
const asked = choice('term', 'Term', { setting: 'terms' }, { dates: 'term_dates' })
const offered = (settings: object, answer: string) => {
  const [question] = withInstitution(formOf(asked), { ...settings }).pages[0]?.items ?? []
  if (question?.kind !== 'choice') throw new Error('The form has another question.')
  return offeredOptions(question.options as Options, question, '2026-11-16', answer).map(([, label]) => label)
}

test('a closed option is not offered, and one that is not open yet says so', () => {
  expect(offered(institution, ''), proves('4.terms.1')).toEqual(['--', 'Spring', 'Winter (not open yet)'])
})
test('an answer that has closed stays in the list', () => {
  expect(offered(institution, 'F'), proves('4.terms.2')).toEqual([
    '--',
    'Fall (closed)',
    'Spring',
    'Winter (not open yet)',
  ])
})
test('without dates everything is offered as it is', () => {
  expect(offered({ terms: institution.terms }, '')).toEqual(['--', 'Fall', 'Spring', 'Winter'])
})
