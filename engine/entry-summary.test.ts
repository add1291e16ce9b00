import { describe, expect, test } from 'vitest'
import { address, monthYear, school } from './blocks.ts'
import { months } from './calendar.ts'
import { entrySummary } from './entry-summary.ts'
import { entry } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'

const years = [
  ['', '--'],
  ['2022', '2022'],
  ['2024', '2024'],
] as const
const states = [
  ['', '--'],
  ['MT', 'Montana'],
] as const
const month = (label: string, name: string) =>
  monthYear(label, entry.choice(`${name}_month`, 'Month', months), entry.choice(`${name}_year`, 'Year', years))
const colleges = repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [
  school('College', 'college_ceeb', [
    entry.text('name', 'Name', { role: 'name' }),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
    entry.text('city', 'City', { role: 'city' }),
    entry.choice('state', 'State', states, { role: 'state' }),
  ]),
  entry.choice('type', 'Type', [['P', 'Public']]),
  month('From', 'from'),
  month('To', 'to'),
  entry.upload('transcript', 'Transcript'),
])
const people = repeated('p', 'Parents', numbered('p', 2), 'Parent {entry}', [
  entry.choice('relation', 'Relation', [
    ['', '--'],
    ['M', 'Mother'],
  ]),
  entry.text('first', 'First'),
  entry.text('last', 'Last'),
  address('Address', [entry.text('city', 'City', { role: 'city' })]),
  entry.choice('here', 'Studied here?', [['Y', 'Yes']], { as: 'radio' }),
  entry.text('later', 'Not a name'),
  month('Since', 'since'),
])
const summary = (block: typeof colleges | typeof people, answer: Record<string, string>, at = 0) => {
  const own = block.entries[at]
  if (!own) throw new Error('no entry')
  return entrySummary(own, applicationWith(answer))
}
const facts = (answer: Record<string, string>) => summary(colleges, answer).facts

test('an entry with a school is named, placed and dated by it', () => {
  const answer = {
    c_2_name: ' Vik College ',
    c_2_city: 'Vik',
    c_2_state: 'MT',
    c_2_type: 'P',
    c_2_from_month: '9',
    c_2_from_year: '2022',
    c_2_to_month: '5',
    c_2_to_year: '2024',
    c_2_transcript: 'ANSWERED',
  }
  expect(summary(colleges, answer, 1)).toEqual({
    name: 'Vik College',
    facts: ['Vik, Montana', 'Sep 2022 – May 2024'],
    documents: [{ label: 'Transcript', attached: true }],
    isTelling: true,
  })
})

test('an entry without a school is named by its first texts; its choices are facts', () => {
  const answer = {
    p_relation: 'M',
    p_first: 'Ada',
    p_last: 'Ortega',
    p_city: 'Helena',
    p_here: 'Y',
    p_later: 'x',
    p_since_month: '1',
    p_since_year: '2022',
  }
  expect(summary(people, answer)).toEqual({
    name: 'Ada Ortega',
    facts: ['Mother', 'Helena', 'Jan 2022'],
    documents: [],
    isTelling: true,
  })
})

describe('two months are a period', () => {
  test.each([
    ['without an end', { c_from_month: '9', c_from_year: '2022' }, ['since Sep 2022']],
    ['without a beginning', { c_to_year: '2024' }, ['until 2024']],
    ['of one month', { c_from_year: '2022', c_to_year: '2022' }, ['2022']],
    ['with a month that is no month', { c_from_month: '13', c_from_year: '2022' }, ['since 2022']],
    ['that nobody entered', {}, []],
  ])('%s', (_, answer, expected) => {
    expect(facts(answer)).toEqual(expected)
  })
})

test('an empty entry says nothing, except which documents it lacks', () => {
  expect(summary(colleges, { c_name: ' ' })).toEqual({
    name: '',
    facts: [],
    documents: [{ label: 'Transcript', attached: false }],
    isTelling: false,
  })
})

describe('an entry tells enough', () => {
  const college = { c_name: 'Vik', c_city: 'Vik', c_from_year: '2022' }
  test.each([
    ['with name, place and beginning', college, true],
    ['not without a name', { ...college, c_name: '' }, false],
    ['not without the place of the school', { ...college, c_city: '' }, false],
    ['not without the beginning', { ...college, c_from_year: '', c_to_year: '2024' }, false],
  ])('%s', (_, answer, expected) => {
    expect(summary(colleges, answer).isTelling).toBe(expected)
  })

  test('also without an address, which may be nobody’s business', () => {
    expect(summary(people, { p_first: 'Ada', p_since_year: '2022' }).isTelling).toBe(true)
  })
})
