import { expect, test } from 'vitest'
import type { AnswerKey } from './blocks.ts'
import {
  address,
  all,
  any,
  branch,
  choice,
  choiceByValue,
  choiceWhen,
  confirmByButton,
  confirmByTick,
  entry,
  form,
  is,
  isAnswered,
  isOneOf,
  monthYear,
  not,
  numbered,
  page,
  repeated,
  section,
  tabs,
  text,
  tick,
  tickGroup,
  when,
  withPrefix,
} from './index.ts'

// A marked line must not compile: the type check fails as soon as it does. Unmarked lines must compile. At run time,
// only the keys are checked.

const countries = [
  ['', '--'],
  ['USA', 'United States'],
  ['CAN', 'Canada'],
] as const
const country = choice('country', 'Country', countries)
const sms = tick('optin', 'SMS')
const name = text('name', 'Name')

const ownCountry = entry.choice('country', 'Country', countries)
const ownState = entry.text('state', 'State', { required: isOneOf(ownCountry, 'USA', 'CAN') })
const ownName = entry.text('name', 'Name', { required: all(is(country, 'USA'), isAnswered(ownState)) })
const colleges = repeated('colleges', 'Colleges', numbered('college', 3), 'College {entry}', [
  ownCountry,
  when(any(is(country, 'USA'), not(is(ownCountry, 'CAN'))), [ownState]),
  ownName,
])
const home = withPrefix('hs_', address('Home', [ownState]))
const whole = form('1', [
  page('about', 'About', [
    section('you', 'You', [country, when(all(is(country, 'USA'), is(sms, 'true')), [sms, home])]),
  ]),
  page('education', 'Education', [colleges]),
])
type Key = AnswerKey<typeof whole>

test("the form's keys are known to the compiler, with their prefixes", () => {
  const keys: readonly Key[] = ['country', 'optin', 'hs_state', 'college_country', 'college_2_name', 'college_3_state']
  expect(keys.filter((key) => !whole.keys.includes(key))).toEqual([])
  // @ts-expect-error A short key of an entry is not a key of the form.
  const short: Key = 'state'
  // @ts-expect-error There are three entries, not four.
  const fourth: Key = 'college_4_name'
  // @ts-expect-error A misspelled key is not a key.
  const misspelled: Key = 'contry'
  const strangers: readonly string[] = [short, fourth, misspelled]
  expect(strangers.filter((key) => whole.keys.some((each) => each === key))).toEqual([])
})

test('a condition takes only values that the question can have', () => {
  is(sms, 'true')
  is(name, 'anything')
  // @ts-expect-error A checked box is 'true'.
  is(sms, 'yes')
  // @ts-expect-error XX is not an option.
  is(country, 'XX')
  // @ts-expect-error One of the values is not an option.
  isOneOf(country, 'USA', 'XX')
  // @ts-expect-error The compiler knows an entry's options too.
  isOneOf(ownCountry, 'XX')
  // @ts-expect-error A condition takes a question, not a key.
  isAnswered('country')
})

test("an entry's condition does not compile outside its block", () => {
  // @ts-expect-error Not as the requirement of a form question.
  text('x', 'X', { required: is(ownCountry, 'USA') })
  // @ts-expect-error Not in a rule of a form question.
  text('x', 'X', { rules: [{ rule: 'minLength', length: 5, when: is(ownCountry, 'USA') }] })
  // @ts-expect-error Not as the visibility of form items.
  when(is(ownCountry, 'USA'), [country])
  // @ts-expect-error Not combined with a form condition.
  when(all(is(country, 'USA'), is(ownCountry, 'USA')), [country])
  // @ts-expect-error Not negated.
  when(not(is(ownCountry, 'USA')), [country])
  // @ts-expect-error Not in a branch.
  branch({ condition: is(ownCountry, 'USA'), items: [name] })
  // @ts-expect-error Not for a dropdown.
  choiceWhen(country, is(ownCountry, 'USA'), choice('x', 'X', countries))
  // @ts-expect-error Not as the control of a form dropdown.
  page('a', 'A', [choiceByValue(ownCountry, isAnswered(country), choice('x', 'X', countries), { USA: countries })])
})

test("an entry may refer to the applicant's own answer and to its sibling", () => {
  const entries = repeated('c', 'C', numbered('c', 2), 'C', [
    ownCountry,
    when(all(is(country, 'USA'), is(ownCountry, 'USA')), [ownName]),
    choiceWhen(ownCountry, is(country, 'USA'), entry.choice('grade', 'Grade', countries)),
  ])
  const keys: readonly (typeof entries.keys)[number][] = ['c_country', 'c_name', 'c_2_grade']
  expect(keys.filter((key) => !entries.keys.includes(key))).toEqual([])
})

test('an item of an entry does not compile in the form, however it is nested', () => {
  // @ts-expect-error Not on a page.
  page('about', 'About', [ownCountry])
  // @ts-expect-error Not in a section.
  page('about', 'About', [section('s', 'S', [ownCountry])])
  // @ts-expect-error Not behind a form condition.
  page('about', 'About', [when(is(country, 'USA'), [ownName])])
  // @ts-expect-error Not in an address without a prefix.
  page('about', 'About', [address('Home', [ownState])])
  // @ts-expect-error Not in a tab.
  page('about', 'About', [tabs('t', 'T', { id: 'a', label: 'A', items: [ownName] })])
  // @ts-expect-error Not in a group of checkboxes.
  page('about', 'About', [tickGroup('T', [entry.tick('t', 'T')])])
  // @ts-expect-error Not as a month and year.
  page('about', 'About', [monthYear('M', entry.choice('m', 'M', countries), entry.choice('y', 'Y', countries))])
  // @ts-expect-error Not behind a button.
  page('about', 'About', [confirmByButton('b', 'B', [ownName], [])])
  // @ts-expect-error Not behind a checkbox.
  page('about', 'About', [confirmByTick(entry.tick('t', 'T'), [], [])])
})

test('an item of the form does not compile in an entry', () => {
  // @ts-expect-error A form question would get a prefix that its conditions do not have.
  repeated('c', 'C', numbered('c', 2), 'C', [country])
  // @ts-expect-error A repeated block cannot be repeated again.
  repeated('c', 'C', numbered('c', 2), 'C', [colleges])
  // @ts-expect-error A prefix is only for blocks written with entry questions.
  withPrefix('hs_', address('Home', [name]))
})

test('a block has from two to ten entries', () => {
  expect(numbered('c', 10)).toHaveLength(10)
  // @ts-expect-error Ten entries are the limit (requirement 9.add-another.1).
  numbered('c', 11)
  // @ts-expect-error One entry is not a repetition.
  numbered('c', 1)
})
