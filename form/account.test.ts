import { describe, expect, test } from 'vitest'
import { emptyApplication, everyItem, type Form, messagesByKey, problemsIn } from '../engine/index.ts'
import { proves } from '../testing/proves.ts'
import {
  admissions,
  changePasswordForm,
  confirmElsewhereForm,
  confirmForm,
  deleteAccountForm,
  forgotForm,
  loginForm,
  loginWithCodeForm,
  resetForm,
  signUpForm,
} from './index.ts'

const weak = 'abc'
const strong = 'Larch-and-snow 2027'

test.each<[string, readonly string[], Form, readonly string[]]>([
  ['login', ['3.forms.1'], loginForm, ['username', 'password']],
  ['sign-up', ['3.forms.2'], signUpForm, ['username', 'password']],
  ['confirmation', ['3.forms.3'], confirmForm, ['username', 'code']],
  ['forgot', ['3.forms.4'], forgotForm, ['username']],
  // The ID is not asked, because the emailed link contains it.
  ['reset', [], resetForm, ['username', 'password', 'confirm_password']],
  ['confirmation on another device', [], confirmElsewhereForm, ['username', 'code', 'password']],
  ['login with a code', [], loginWithCodeForm, ['username', 'password', 'code']],
  ['deletion of the account', [], deleteAccountForm, ['current_password']],
  ['change of password', [], changePasswordForm, ['current_password', 'password', 'confirm_password']],
])('the %s form asks for its fields', (_, ids, form, keys) => {
  expect(form.keys, proves(...ids)).toEqual(keys)
})

/** The errors object of an account card: the messages of each field. */
const errorsOf = (form: Form, answer: Readonly<Record<string, string>>) =>
  messagesByKey(problemsIn(form, { ...emptyApplication, answer }, '2026-11-21'))

const codeMessage = 'The confirmation code must be exactly 6 numbers.'
const weakPassword = [
  'is at least 12 characters',
  'contains at least one uppercase letter',
  'contains at least one number',
  'contains at least one special character',
]

describe('the errors of a form are a list of messages for each field', () => {
  const username = 'ann@b.example'
  test.each<[string, readonly string[], Form, Readonly<Record<string, string>>, ReturnType<typeof errorsOf>]>([
    [
      'an empty login',
      ['5.auth.3', '5.auth.14'],
      loginForm,
      {},
      { username: ['Please provide a valid email address.'], password: ['Password is required.'] },
    ],
    [
      'a login without an email address',
      ['5.auth.3'],
      loginForm,
      { username: 'ann', password: strong },
      { username: ['Please provide a valid email address.'] },
    ],
    ['a login whose password is short', [], loginForm, { username, password: 'x' }, {}],
    [
      'a weak password at sign-up',
      ['3.forms.2', '5.auth.2', '5.auth.11'],
      signUpForm,
      { username: 'ann', password: weak },
      { username: ['Your email address must be valid.'], password: weakPassword },
    ],
    [
      'a weak password at reset',
      ['5.auth.11'],
      resetForm,
      { username, password: weak, confirm_password: weak },
      { password: weakPassword },
    ],
    ['a strong password at sign-up', [], signUpForm, { username, password: strong }, {}],
    [
      'a confirmation without an email address',
      ['5.auth.2'],
      confirmForm,
      { username: 'ann', code: '123456' },
      { username: ['Your email address must be valid.'] },
    ],
    [
      'a forgotten password without an email address',
      ['5.auth.2'],
      forgotForm,
      { username: 'ann' },
      { username: ['Your email address must be valid.'] },
    ],
    [
      'a code of five digits',
      ['5.auth.15', '9.code.1'],
      confirmForm,
      { username, code: '12345' },
      { code: [codeMessage] },
    ],
    [
      'a code of seven digits',
      ['5.auth.15', '9.code.1'],
      confirmForm,
      { username, code: '1234567' },
      { code: [codeMessage] },
    ],
    ['a code with a letter', ['5.auth.15'], confirmForm, { username, code: '12345a' }, { code: [codeMessage] }],
    ['a code of six digits', ['9.code.1'], confirmForm, { username, code: '123456' }, {}],
    [
      'a mistyped repetition',
      ['5.auth.10'],
      resetForm,
      { username, password: strong, confirm_password: `${strong}!` },
      { confirm_password: ['passwords must match'] },
    ],
    [
      'an empty change of password',
      [],
      changePasswordForm,
      {},
      {
        current_password: ['Current password is required.'],
        password: ['is at least 12 characters'],
        confirm_password: ['passwords must match'],
      },
    ],
  ])('%s', (_, ids, form, answer, errors) => {
    expect(errorsOf(form, answer), proves('3.forms.6', ...ids)).toEqual(errors)
  })
})

test.each([
  ['eleven characters', ['9.password.1'], 'Larch-2027x', ['is at least 12 characters']],
  ['twelve', ['9.password.1'], 'Larch-2027xy', []],
  ['twelve letters of four bytes', ['9.password.1'], `A1-${'𝒶'.repeat(9)}`, []],
  ['other scripts', [], 'Ärger-über-22', []],
  ['a space as the only special character', [], 'Larch and 2027', ['contains at least one special character']],
  ['a space before', [], ' Larch-2027xy', ['contains no leading or trailing whitespace']],
  ['a line break after', [], 'Larch-2027xy\n', ['contains no leading or trailing whitespace']],
  ['nothing', [], '', ['is at least 12 characters']],
])('a new password of %s', (_, ids, password, messages) => {
  const { password: found = [] } = errorsOf(signUpForm, { username: 'ann@b.example', password })
  expect(found, proves(...ids)).toEqual(messages)
})

test('typed answers are text, text areas, dates, passwords and social security numbers', () => {
  const kinds = [admissions, signUpForm].flatMap((form) => everyItem(form).map(({ kind }) => kind))
  expect(kinds, proves('3.state.18')).toEqual(expect.arrayContaining(['text', 'paragraph', 'date', 'password', 'ssn']))
})
