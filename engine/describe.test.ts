import { expect, test } from 'vitest'
import {
  branch,
  choiceByValue,
  choiceWhen,
  confirmByButton,
  confirmByTick,
  form,
  type Item,
  monthYear,
  note,
  page,
  section,
  tabs,
  tickGroup,
  when,
} from './blocks.ts'
import { all, any, is, isAnswered, isAtLeast, isNoneOf, isNot, isNotAnswered, isOneOf, not } from './conditions.ts'
import { describe as described } from './describe.ts'
import { choice, date, entry, ssn, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { formOf } from './testing/form-of.ts'

const citizen = choice('citizen', 'Citizen?', [
  ['', '--'],
  ['Y', 'Yes'],
  ['N', 'No'],
])
const resident = choice('resident', 'Resident?', [
  ['Y', 'Yes'],
  ['N', 'No'],
])

test('describes a form page by page, group by group, question by question', () => {
  const golden = form('2026.1', [
    page('about', 'Personal Info', [
      section('you', 'You', [text('name', 'Name', { required: true }), ssn('ssn', 'SSN')], {
        note: 'As on your papers.',
      }),
      section('visa', 'Visa', [
        citizen,
        when(is(citizen, 'N'), [
          note('Call us.', { tone: 'stop', title: 'STOP!' }),
          choice('term', 'Term', { setting: 'entry_terms' }, { required: isAnswered(citizen), message: 'Say | when.' }),
        ]),
      ]),
    ]),
    page('education', 'Education', [
      note('Nearly there.'),
      repeated('c', 'Colleges', numbered('college', 2), 'College {entry}', [
        monthYear(
          'Attended',
          entry.choice('month', 'Month', [['1', 'January']]),
          entry.choice('year', 'Year', { start: null, count: 80, direction: 'past' }),
        ),
      ]),
    ]),
  ])
  expect(described(golden)).toBe(`# The form, version 2026.1

8 answers on 2 pages. Generated from the definition; do not edit.

## Personal Info (/about)

### You

As on your papers.

| label | key | kind | required |
|---|---|---|---|
| Name | \`name\` | text | yes |
| SSN | \`ssn\` | ssn, secret |  |

### Visa

| label | key | kind | options |
|---|---|---|---|
| Citizen? | \`citizen\` | choice | Y Yes, N No |

> **STOP!** Call us. (when “Citizen?” is No)

Asked when “Citizen?” is No:

| label | key | kind | options | required | messages |
|---|---|---|---|---|---|
| Term | \`term\` | choice | institution.json: entry_terms | when “Citizen?” is answered | Say \\| when. |

## Education (/education)

> Nearly there.

#### Colleges

| label | key | kind | options |
|---|---|---|---|
| College 1 › Attended › Month and year | \`college_month\`, \`college_year\` | choice | 1 January; this year and 79 before |

Each added entry asks the same. Its keys begin with another prefix than \`college_\`: College 2 \`college_2_\`.
`)
})

/** When a key is asked: what is said above its table, and in its row. */
const askedWhen = (key: string, ...items: readonly Item<string, 'form'>[]) => {
  const lines = described(formOf(...items)).split('\n')
  const at = lines.findIndex((line) => line.includes(`\`${key}\``))
  const header = lines.slice(0, at).findLastIndex((line) => line.startsWith('| label'))
  const [, above] = /^Asked when (.*):$/.exec(lines[header - 2] ?? '') ?? []
  const column = cellsOf(lines[header]).indexOf('asked when')
  return [above, cellsOf(lines[at])[column]].filter(Boolean).join('; ')
}

const cellsOf = (line = '') => line.split(/ ?\| ?/)

const [one, two] = [text('one', 'One'), text('two', 'Two')]

test.each([
  [all(is(citizen, 'N'), isAnswered(one)), '“Citizen?” is No and “One” is answered'],
  [any(isNot(citizen, 'N'), isNotAnswered(one)), '“Citizen?” is not No or “One” is not answered'],
  [
    all(any(is(citizen, 'N'), isAnswered(one)), isAtLeast(one, '3')),
    '(“Citizen?” is No or “One” is answered) and “One” is at least 3',
  ],
  [not(any(isOneOf(citizen, 'Y', 'N'), isNoneOf(one, 'a'))), 'not (“Citizen?” is Yes or No or “One” is not a)'],
  [is(tick('agree', 'I agree'), 'true'), '“I agree” is checked'],
  [is(citizen, ''), '“Citizen?” is --'],
])('a condition in words: %#', (condition, words) =>
  expect(askedWhen('two', citizen, one, tick('agree', 'I agree'), when(condition, [two]))).toBe(words),
)

test('a condition of questions in a row is written once, and again after another one', () => {
  const [three, four] = [text('three', 'Three'), text('four', 'Four')]
  const items = [citizen, when(is(citizen, 'N'), [one, two, three]), four, when(is(citizen, 'N'), [resident])] as const
  expect(['one', 'two', 'three', 'four', 'resident'].map((key) => askedWhen(key, ...items))).toEqual([
    '“Citizen?” is No',
    'the same',
    'the same',
    '',
    '“Citizen?” is No',
  ])
})

test('describes every kind of conditional content', () => {
  const agree = tick('agree', 'I agree')
  const lists = { Y: [['1', 'One']], N: [['2', 'Two']] } as const
  expect([
    askedWhen(
      'two',
      citizen,
      branch({ condition: is(citizen, 'N'), items: [one] }, { condition: is(citizen, 'Y'), items: [two] }),
    ),
    askedWhen(
      'two',
      tabs('t', 'T', { id: 'a', label: 'Card', items: [one] }, { id: 'b', label: 'Licence', items: [two] }),
    ),
    askedWhen('two', confirmByButton('stop', 'I understand', [one], [two])),
    askedWhen('one', confirmByTick(agree, [one], [two])),
    askedWhen('two', confirmByTick(agree, [one], [two])),
    askedWhen('resident', citizen, choiceByValue(citizen, isAnswered(citizen), resident, lists)),
    askedWhen(
      'two',
      citizen,
      when(is(citizen, 'N'), [resident, when(is(resident, 'N'), [tickGroup('T', [tick('two', 'Two')])])]),
    ),
  ]).toEqual([
    '“Citizen?” is Yes',
    'tab “Licence” is chosen',
    '“I understand” is pressed',
    '“I agree” is not checked',
    '“I agree” is checked',
    '“Citizen?” is answered',
    '“Citizen?” is No; “Resident?” is No',
  ])
})

test('describes the lists of a conditional dropdown without blanks, and years as years', () => {
  const blank = ['', '--'] as const
  const lists = { Y: [blank, ['1', 'One']], N: [blank, ['2', 'Two']] } as const
  const byValue = choiceByValue(citizen, isAnswered(citizen), resident, lists)
  const years = choice('since', 'Since', { start: null, count: 5, direction: 'past' })
  const text = described(formOf(citizen, byValue, choiceWhen(citizen, is(citizen, 'Y'), years)))
  expect(text).toContain('| 1 One or 2 Two |')
  expect(text).toContain('| this year and 4 before |')
})

test('says of a month and its year apart what is said of one of them', () => {
  const month = choice('m', 'Month', [['1', 'January']], { required: true, message: 'When?' })
  const year = choice('y', 'Year', { start: null, count: 5, direction: 'past' })
  expect(described(formOf(monthYear('Left', month, year)))).toContain(
    '| Left › Month and year | `m`, `y` | choice | 1 January; this year and 4 before | `m` yes | `m` When? |',
  )
  const both = { required: true, message: 'When?' } as const
  const years = choice('y', 'Year', { start: null, count: 5, direction: 'past' }, both)
  expect(described(formOf(monthYear('Left', month, years)))).toContain('this year and 4 before | yes | When? |')
})

test('lists every message once', () => {
  const rules = [{ rule: 'age', min: 13, max: 100, message: 'Too young.', unsupported: 'Not supported.' }] as const
  expect(described(formOf(date('born', 'Born', { message: 'Too young.', rules })))).toContain(
    '| Too young. / Not supported. |',
  )
})
