import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { choiceByValue, choiceWhen, school } from './blocks.ts'
import { months } from './calendar.ts'
import { isAnswered } from './conditions.ts'
import { choice, date, entry, paragraph, ssn, text, tick, upload } from './questions.ts'
import { numbered, repeated, withPrefix } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import { isDescriptionKey, withDescriptions } from './with-descriptions.ts'

const country = choice('country', 'Country', [
  ['', '--'],
  ['USA', 'United States'],
])
const place = choice('place', 'Place', [['', '--']])
const form = formOf(
  country,
  choice('month', 'Month', months),
  choice('year', 'Year', { start: null, count: 2, direction: 'past' }),
  tick('agree', 'I agree'),
  ...[
    text('name', 'Name'),
    paragraph('essay', 'Essay'),
    date('born', 'Born'),
    ssn('ssn', 'SSN'),
    upload('scan', 'Scan'),
  ],
  choiceByValue(country, isAnswered(country), place, { USA: [['1', 'Montana']], CAN: [['1', 'Alberta']] }),
  choiceWhen(country, isAnswered(country), choice('grade', 'Grade', [['1', 'First']])),
  withPrefix(
    'hs_',
    school('School', 'hs_ceeb', [entry.text('name', 'School', { role: 'name' }), entry.code('ceeb', 'Code')]),
  ),
  repeated('c', 'C', numbered('c', 2), 'C', [entry.choice('month', 'Month', months)]),
)
const described = (answer: Record<string, string>) => withDescriptions(form, applicationWith(answer))

test.each([
  ['an option is described by its label', ['3.answers.4'], { country: 'USA' }, { country_desc: 'United States' }],
  ['a value that is not an option is described by itself', [], { country: 'XX' }, { country_desc: 'XX' }],
  [
    'a month is described by its English name',
    ['3.answers.4'],
    { month: '2', c_2_month: '12' },
    { month_desc: 'February', c_2_month_desc: 'December' },
  ],
  ['a year is described by itself', ['3.answers.4'], { year: '2025' }, { year_desc: '2025' }],
  ['a checked box is described by its label', [], { agree: 'true' }, { agree_desc: 'I agree' }],
  ['an unchecked box has no description', [], { agree: 'false' }, {}],
  [
    'a school is described by its name, listed or typed, and its code has no description',
    [],
    { hs_name: 'Sentinel', hs_ceeb: '27' },
    { hs_name_desc: 'Sentinel' },
  ],
  [
    'text has no description',
    [],
    { name: 'Ann', essay: 'x', born: '2001-02-03', ssn: '123-45-6789', scan: 'ANSWERED' },
    {},
  ],
  ['a cleared answer has no description', [], { country: '', month: '', agree: '', hs_name: '' }, {}],
  [
    'the controlling answer selects the list',
    ['3.answers.4'],
    { country: 'CAN', place: '1' },
    { country_desc: 'CAN', place_desc: 'Alberta' },
  ],
  [
    'without a list there is no description',
    [],
    { country: 'constructor', place: '1' },
    { country_desc: 'constructor' },
  ],
  [
    'a single list is used whether the dropdown is shown or not',
    ['3.answers.4'],
    { grade: '1' },
    { grade_desc: 'First' },
  ],
])('%s', (_, ids, answer, companions) =>
  expect(described(answer), proves(...ids)).toEqual({ ...answer, ...companions }),
)

test('a posted description is never used, and an answer whose key only looks like one is kept', () => {
  expect(
    described({ country: 'USA', country_desc: 'Atlantis', month_desc: 'May', name_desc: 'x', other_desc: 'y' }),
  ).toEqual({
    country: 'USA',
    country_desc: 'United States',
    name_desc: 'x',
    other_desc: 'y',
  })
})

test.each([
  ['country_desc', true],
  ['c_2_month_desc', true],
  ['hs_name_desc', true],
  ['place_desc', true],
  ['name_desc', false],
  ['hs_ceeb_desc', false],
  ['country', false],
  ['country_name', false],
  ['_desc', false],
])('%s is a description: %s', (key, is) => expect(isDescriptionKey(form, key)).toBe(is))
