import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { todayAt } from './calendar.ts'
import { choice, frozen, labelOf, type Options, offeredOptions, optionsOf, seasonOf } from './questions.ts'
import { formOf } from './testing/form-of.ts'
import { withInstitution } from './with-institution.ts'

describe('questions', () => {
  test('plain data is frozen at every depth, also inside an object that was frozen before', () => {
    const deep = { list: [{ name: 'a' }] }
    const surface = Object.freeze([{ name: 'b' }])
    const value = frozen({ deep, surface, nothing: null, missing: undefined, word: 'c' })
    expect([value, deep, deep.list, deep.list[0], surface[0]].every((each) => Object.isFrozen(each))).toBe(true)
    expect(value).toEqual({ deep: { list: [{ name: 'a' }] }, surface: [{ name: 'b' }], nothing: null, word: 'c' })
  })
})

describe('options of', () => {
  const years = (start: number | null, count: number, direction: 'past' | 'future') =>
    optionsOf(choice('y', 'Y', { start, count, direction }), '2026-10-01').map(([value]) => value)

  test('years are counted from a start year, after a blank option', () => {
    expect(years(null, 3, 'past'), proves('3.options.8', '3.options.9')).toEqual(['', '2026', '2025', '2024'])
    expect(years(null, 2, 'future'), proves('3.options.10')).toEqual(['', '2026', '2027'])
    expect(years(2010, 2, 'past'), proves('3.options.8')).toEqual(['', '2010', '2009'])
    const [first] = optionsOf(choice('y', 'Y', { start: 2010, count: 1, direction: 'past' }), '')
    expect(first, proves('3.options.11')).toEqual(['', '--'])
  })

  test('a list in the form is offered as it is, and a list of the institution is empty until it is filled in', () => {
    const written = [['Y', 'Yes']] as const
    expect(optionsOf(choice('q', 'Q', written), '')).toEqual(written)
    expect(optionsOf(choice('q', 'Q', { setting: 'majors' }), '')).toEqual([])
  })

  test('a value is shown by its label, or as itself when the list does not contain it', () => {
    const question = choice('q', 'Q', [['Y', 'Yes']])
    expect([labelOf(question, 'Y'), labelOf(question, 'X')]).toEqual(['Yes', 'X'])
  })
})

describe('option dates', () => {
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
})
