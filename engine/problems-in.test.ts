import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import type { AnswerMap } from './application.ts'
import { confirmByButton, type Item, when } from './blocks.ts'
import { any, is, isAnswered, isNotAnswered, isOneOf, not } from './conditions.ts'
import { form, page } from './form.ts'
import { messagesByKey, problemsIn } from './problems-in.ts'
import { choice, email, entry, password, phone, ssn, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'

const today = '2026-10-01'
const problemsOf = (items: readonly Item<string, 'form'>[], answer: AnswerMap, add_another = {}) =>
  problemsIn(formOf(...items), applicationWith(answer, { add_another }), today).map(({ key, message }) => [
    key,
    message,
  ])

const name = text('first_name', 'First Name', { required: true })

describe('a missing answer', () => {
  test.each([
    ['is reported by the label', name, {}, [['first_name', 'First Name']]],
    ['white space is not an answer', name, { first_name: ' \t\u00a0' }, [['first_name', 'First Name']]],
    ['given', name, { first_name: 'Ann' }, []],
    ['is reported by its message', text('q', 'Q', { required: true, message: 'Say it.' }), {}, [['q', 'Say it.']]],
    [
      'is never reported by the message for an invalid answer',
      text('q', 'Q', { required: true, invalid: 'Wrong.' }),
      {},
      [['q', 'Q']],
    ],
    ['is not a problem of an optional question', text('q', 'Q'), {}, []],
    ['is not checked by its rules', text('q', 'Q', { rules: [{ rule: 'minLength', length: 5 }] }), { q: ' ' }, []],
    ['of a checkbox is reported', tick('q', 'I agree', { required: true }), {}, [['q', 'I agree']]],
    ['of a document is reported', upload('q', 'Visa', { required: true }), {}, [['q', 'Visa']]],
  ])('%s', (_, question, answer, problems) => expect(problemsOf([question], answer)).toEqual(problems))
})

test('a question may be required depending on another answer', () => {
  const country = choice('country', 'Country', [
    ['USA', 'United States'],
    ['CAN', 'Canada'],
    ['FRA', 'France'],
  ])
  const state = text('state', 'State', { required: isOneOf(country, 'USA', 'CAN') })
  const [mobile, other] = [phone('mobile', 'Cell'), phone('home', 'Home')]
  const home = { ...other, required: isNotAnswered(mobile) }
  const items = [country, state, mobile, home]
  expect(problemsOf(items, {})).toEqual([['home', 'Home']])
  expect(problemsOf(items, { country: 'FRA', mobile: '(406) 555-0123' })).toEqual([])
  expect(problemsOf(items, { country: 'CAN', home: '(406) 555-0123' })).toEqual([['state', 'State']])
})

test('a masked number answers its question, and is wrong if the stored one is not whole', () => {
  const number = ssn('ssn', 'Number', { required: true, invalid: 'Nine digits.' })
  expect(problemsOf([number], { ssn: '***-**-0187' })).toEqual([])
  expect(problemsOf([number], { ssn: '***-**-****' })).toEqual([['ssn', 'Nine digits.']])
})

test("a group needs one of its checkboxes or its 'none'", () => {
  const items = [tick('crime_arson', 'Arson'), tick('crime_dui', 'Driving')]
  const none = tick('crime_no', 'None', { required: not(any(...items.map(isAnswered))), message: 'Convictions' })
  expect(problemsOf([...items, none], {})).toEqual([['crime_no', 'Convictions']])
  expect(problemsOf([...items, none], { crime_dui: 'true' })).toEqual([])
  expect(problemsOf([...items, none], { crime_no: 'true' })).toEqual([])
})

test('everything wrong with an answer is reported, the same message once', () => {
  const secret = password('password', 'Password', {
    rules: [
      { rule: 'minLength', length: 12, message: 'is at least 12 characters' },
      { rule: 'pattern', pattern: '\\p{Lu}', message: 'contains a letter' },
      { rule: 'pattern', pattern: '\\p{Ll}', message: 'contains a letter' },
    ],
  })
  const mail = email('mail', 'Mail', { invalid: 'Wrong.', rules: [{ rule: 'minLength', length: 3 }] })
  const problems = problemsIn(formOf(secret, mail), applicationWith({ password: '1', mail: 'a' }), today)
  const found = problems.map(({ key, message }) => [key, message])
  expect(found, proves('5.when.2', '5.when.3', '5.when.8')).toEqual([
    ['password', 'is at least 12 characters'],
    ['password', 'contains a letter'],
    ['mail', 'Wrong.'],
  ])
  expect(messagesByKey(problems)).toEqual({
    password: ['is at least 12 characters', 'contains a letter'],
    mail: ['Wrong.'],
  })
})

test('problems are in reading order, each with its page', () => {
  const two = form('1', [
    page('about', 'About', [name]),
    page('end', 'End', [tick('agree', 'Agree', { required: true })]),
  ])
  expect(problemsIn(two, applicationWith({}), today)).toEqual([
    { page: 'about', key: 'first_name', message: 'First Name' },
    { page: 'end', key: 'agree', message: 'Agree' },
  ])
})

test('a question that is not shown has no problem', () => {
  const more = choice('more', 'More', [
    ['Y', 'Yes'],
    ['N', 'No'],
  ])
  const items = [more, when(is(more, 'Y'), [name, email('mail', 'Mail')])]
  expect(problemsOf(items, { more: 'N', mail: 'wrong' })).toEqual([])
  expect(problemsOf(items, { more: 'Y', mail: 'wrong' })).toEqual([
    ['first_name', 'First Name'],
    ['mail', 'Mail'],
  ])
})

describe('in a repeated block', () => {
  const colleges = repeated('colleges', 'Colleges', numbered('college', 3), 'College {entry}', [
    entry.text('name', 'College {entry}', { required: true }),
    entry.text('city', 'City {entry}'),
    entry.email('mail', 'Mail {entry}'),
  ])
  test.each([
    ['the first entry is required', {}, {}, [['college_name', 'College 1']]],
    ['an added entry without answers is not a problem', { college_name: 'A' }, { colleges: 3 }, []],
    ['blank is empty', { college_name: 'A', college_2_city: '  ' }, { colleges: 3 }, []],
    [
      'an entry with an answer is required',
      { college_name: 'A', college_3_city: 'B' },
      { colleges: 3 },
      [['college_3_name', 'College 3']],
    ],
    [
      'an entry beyond the count is required if it has an answer',
      { college_name: 'A', college_2_mail: 'x' },
      {},
      [
        ['college_2_name', 'College 2'],
        ['college_2_mail', 'Mail 2'],
      ],
    ],
  ])('%s', (_, answer, counts, problems) => expect(problemsOf([colleges], answer, counts)).toEqual(problems))
})

test('content shown by a button is never required, but its answers are checked', () => {
  const stop = confirmByButton(
    'stop',
    'Continue',
    [text('why', 'Why', { required: true })],
    [text('then', 'Then', { required: true }), email('mail', 'Mail')],
  )
  expect(problemsOf([stop], {})).toEqual([['why', 'Why']])
  expect(problemsOf([stop], { mail: 'wrong' })).toEqual([['mail', 'Mail']])
})
