import { describe, expect, test } from 'vitest'
import { type AnswerMap, problemsIn } from '../engine/index.ts'
import { proves } from '../testing/proves.ts'
import { domestic } from './sample-applicants.ts'
import { form, today } from './testing/bridger.ts'
import { ledger } from './testing/ledger/whole-ledger.ts'

const messages = (answer: AnswerMap, key: string) =>
  problemsIn(form, { ...domestic, answer: { ...domestic.answer, ...answer } }, today)
    .filter((problem) => problem.key === key)
    .map(({ message }) => message)

describe.each(Object.entries(ledger))('%s', (_, rows) => {
  test.each(rows)('%s: %s: %s', (_what, key, message, ids, refused, accepted) => {
    const found = refused.map((answer) => messages(answer, key))
    expect(found, proves(...ids)).toEqual(refused.map(() => [message]))
    expect(accepted.map((answer) => messages(answer, key))).toEqual(accepted.map(() => []))
    expect([refused.length, accepted.length]).not.toContain(0)
  })
})

test('all errors are collected, and no key has the same message twice', () => {
  const problems = problemsIn(form, { ...domestic, answer: {} }, today)
  const messagesByKey = problems.map(({ key, message }) => `${key}: ${message}`)
  expect(new Set(messagesByKey).size).toBe(messagesByKey.length)
  const keys = problems.map(({ key }) => key)
  expect(keys, proves('5.when.2')).toEqual([
    'first_name',
    'last_name',
    'birth_date',
    'us_citizen',
    'email_address',
    'country',
    'address_line_1',
    'city',
    'phone_home',
    'entry_term',
    'degree_nondegree',
    'college_name',
    'crime_no',
    'pending_no',
    'charges_no',
    'register',
    'certify_checkbox',
    'obligation_checkbox',
    'legal_agree',
  ])
})
