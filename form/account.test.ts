import { describe, expect, test } from 'vitest'
import { emptyApplication, everyItem, type Form, problemsIn } from '../engine/index.ts'
import {
  admissions,
  changePasswordForm,
  confirmElsewhereForm,
  confirmForm,
  forgotForm,
  loginForm,
  loginWithCodeForm,
  resetForm,
  signUpForm,
} from './index.ts'

const weak = 'abc'
const strong = 'Larch-and-snow 2027'

test.each<[string, Form, readonly string[]]>([
  ['[3.forms.1] login', loginForm, ['username', 'password']],
  ['[3.forms.2] sign-up', signUpForm, ['username', 'password']],
  ['[3.forms.3] confirmation', confirmForm, ['username', 'code']],
  ['[3.forms.4] forgot', forgotForm, ['username']],
  // The ID is not asked, because the emailed link contains it.
  ['reset', resetForm, ['username', 'password', 'confirm_password']],
  ['confirmation on another device', confirmElsewhereForm, ['username', 'code', 'password']],
  ['login with a code', loginWithCodeForm, ['username', 'password', 'code']],
  ['change of password', changePasswordForm, ['current_password', 'password', 'confirm_password']],
])('the %s form asks for', (_, form, keys) => {
  expect(form.keys).toEqual(keys)
})

/** The errors object of an account card: the messages of each field. */
const errorsOf = (form: Form, answer: Readonly<Record<string, string>>) => {
  const problems = problemsIn(form, { ...emptyApplication, answer }, '2026-11-21')
  return Object.fromEntries(
    form.keys.map((key) => [key, problems.filter((each) => each.key === key).map(({ message }) => message)]),
  )
}

describe('[3.forms.6] the errors of a form are a list of messages for each field', () => {
  test.each<[string, Form, Readonly<Record<string, string>>, Readonly<Record<string, readonly string[]>>]>([
    [
      '[5.auth.3] [5.auth.14] an empty login',
      loginForm,
      {},
      { username: ['Please provide a valid email address.'], password: ['Password is required.'] },
    ],
    [
      'a login whose password is short',
      loginForm,
      { username: 'a@b.example', password: 'x' },
      { username: [], password: [] },
    ],
    [
      '[5.auth.2] [5.auth.11] a weak password at sign-up',
      signUpForm,
      { username: 'ann', password: weak },
      {
        username: ['Your email address must be valid.'],
        password: [
          'is at least 12 characters',
          'contains at least one uppercase letter',
          'contains at least one number',
          'contains at least one special character',
        ],
      },
    ],
    [
      'a strong password at sign-up',
      signUpForm,
      { username: 'ann@b.example', password: strong },
      { username: [], password: [] },
    ],
    [
      '[5.auth.15] [9.code.1] a short code',
      confirmForm,
      { username: 'ann@b.example', code: '12345' },
      { username: [], code: ['The confirmation code must be exactly 6 numbers.'] },
    ],
    [
      '[5.auth.10] a mistyped repetition',
      resetForm,
      { username: 'ann@b.example', password: strong, confirm_password: `${strong}!` },
      { username: [], password: [], confirm_password: ['passwords must match'] },
    ],
    [
      'an empty change of password',
      changePasswordForm,
      {},
      {
        current_password: ['Current password is required.'],
        password: ['is at least 12 characters'],
        confirm_password: ['passwords must match'],
      },
    ],
  ])('%s', (_, form, answer, errors) => {
    expect(errorsOf(form, answer)).toEqual(errors)
  })
})

test.each([
  ['eleven characters', 'Larch-2027x', ['is at least 12 characters']],
  ['twelve', 'Larch-2027xy', []],
  ['twelve letters of four bytes', `A1-${'𝒶'.repeat(9)}`, []],
  ['other scripts', 'Ärger-über-22', []],
  ['a space as the only special character', 'Larch and 2027', ['contains at least one special character']],
  ['a space before', ' Larch-2027xy', ['contains no leading or trailing whitespace']],
  ['a line break after', 'Larch-2027xy\n', ['contains no leading or trailing whitespace']],
  ['nothing', '', ['is at least 12 characters']],
])('[9.password.1] a new password of %s', (_, password, messages) => {
  expect(errorsOf(signUpForm, { username: 'ann@b.example', password }).password).toEqual(messages)
})

test('[3.state.18] typed answers are text, text areas, dates, passwords and social security numbers', () => {
  const kinds = [admissions, signUpForm].flatMap((form) => everyItem(form).map(({ kind }) => kind))
  expect(kinds).toEqual(expect.arrayContaining(['text', 'paragraph', 'date', 'password', 'ssn']))
})
