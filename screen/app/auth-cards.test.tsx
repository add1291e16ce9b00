// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../api/browser.ts'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  link,
  open,
  passed,
  place,
  refusing,
  saved,
  toasts,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const EMAIL = 'maya.ortega@mail.example'
const GOOD = 'Larch-and-snow 2027'
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
const said = (message: string) => ({ message })
const messagesOf = (key: string) => wordsOf(document.getElementById(`${key}-error`))
const fillAll = async (answers: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(answers)) await fill(key, value)
}

/** Every card: its header, the name in its error titles, its bottom line, and what it sends when all is well. */
const cards = [
  ['/login', 'Log In', 'Login Card', 'New here? Sign Up', { username: EMAIL, password: 'any' }, 'login'],
  [
    '/signup',
    'Sign Up',
    'Sign Up Card',
    'Already have an account? Log In',
    { username: EMAIL, password: GOOD },
    'signup',
  ],
  [
    '/confirm',
    'Confirm Your Account',
    'Confirm Account Card',
    'No mail yet? Look in the spam folder, or resend the codeIs the address wrong? Sign Up again, or Log In',
    { username: EMAIL, code: '123456' },
    'confirm',
  ],
  [
    '/forgot',
    'Forgot Password',
    'Forgot Password Card',
    'Remembered it? Log In',
    { username: EMAIL },
    'forgotPassword',
  ],
  [
    '/reset',
    'Reset Password',
    'Reset Password Card',
    'Remembered it? Log InHas the link been used or expired? Ask for a new one',
    { username: EMAIL, password: GOOD, confirm_password: GOOD },
    'resetPassword',
  ],
] as const

describe.each(cards)('%s', (address, header, name, foot, answers, call) => {
  test('has its header, Submit, and a question with a link at its foot', async () => {
    await opened(address)
    expect(wordsOf(control('h1'))).toBe(header)
    expect(control('button[type=submit]', 'Submit'), proves('2.auth-cards.6')).toBeTruthy()
    expect(wordsOf(control('section > div:last-child')), proves('2.auth-cards.7')).toBe(foot)
    expect(control('section > div:last-child').querySelector('a, button'), proves('2.auth-cards.7')).toBeTruthy()
  })

  test('sends nothing while something is wrong, and says so at each field, the focus in the first', async () => {
    await opened(address)
    button('Submit').click()
    for (const key of Object.keys(answers)) {
      await until(() => expect(messagesOf(key), `${key}: ${proves('3.forms.6')}`).not.toBe(''))
    }
    expect(document.activeElement?.id).toBe('username')
    expect(app.said(), proves('5.when.7')).toEqual([])
  })

  test(`that fails is told as '${name} Error', for as long as it is so`, async () => {
    await opened(address, { server: { [call]: refusing(503, { message: 'Busy.', code: 'busy' }) } })
    await fillAll(answers)
    button('Submit').click()
    await until(() => expect(toasts(), proves('8.auth-submit.1')).toEqual([`${name} ErrorBusy.`]))
    expect(app.calls).toEqual([[call, expect.objectContaining(answers)]])
    let answered = (_: object) => {}
    app.answers[call] = () =>
      new Promise<object>((resolve) => {
        answered = resolve
      })
    button('Submit').click()
    await until(() => expect(toasts(), 'tried again').toEqual([]))
    answered(refusing(400, { message: 'No.', code: 'wrong_credentials' }))
    await until(() => expect(toasts()).toEqual([`${name} ErrorNo.`]))
    expect(place()).toBe(address)
  })

  test('is sent once, however often it is pressed', async () => {
    await opened(address, { server: { [call]: () => new Promise<object>(() => {}) } })
    await fillAll(answers)
    button('Submit').click()
    button('Submit').click()
    await until(() => expect(button('Submit').getAttribute('aria-busy')).toBe('true'))
    button('Submit').click()
    expect(app.said()).toEqual([call])
  })
})

const CODE = 'The confirmation code must be exactly 6 numbers.'
test.each([
  ['/login', { username: 'maya@mail' }, 'username', 'Please provide a valid email address.', ['5.auth.3']],
  ['/login', { username: EMAIL }, 'password', 'Password is required.', ['5.auth.14']],
  ['/signup', { username: 'maya' }, 'username', 'Your email address must be valid.', ['5.auth.2']],
  ['/confirm', { username: '' }, 'username', 'Your email address must be valid.', ['5.auth.2']],
  ['/forgot', { username: 'a b@c.example' }, 'username', 'Your email address must be valid.', ['5.auth.2']],
  ['/confirm', { code: '12345' }, 'code', CODE, ['5.auth.15', '9.code.1']],
  ['/confirm', { code: '1234567' }, 'code', CODE, ['5.auth.15', '9.code.1']],
  ['/confirm', { code: '12345a' }, 'code', CODE, ['5.auth.15']],
  [
    '/reset',
    { password: GOOD, confirm_password: `${GOOD}!` },
    'confirm_password',
    'passwords must match',
    ['5.auth.10'],
  ],
])('on %s, %j is told at %s, once: %s', async (address, answers, key, message, ids) => {
  await opened(address)
  await fillAll(answers)
  button('Submit').click()
  await until(() => expect(messagesOf(key).split(message), proves(...ids)).toHaveLength(2))
})

describe('the list of what a new password must be', () => {
  const rules = () =>
    Object.fromEntries(
      [...document.querySelectorAll('ul[aria-labelledby] li')].map((each) => wordsOf(each).split(/, (?=met|not met)/)),
    )
  const words = [
    'is at least 12 characters',
    'contains at least one uppercase letter',
    'contains at least one lowercase letter',
    'contains at least one number',
    'contains at least one special character',
    'contains no leading or trailing whitespace',
  ]

  test.each([
    ['/signup', words],
    ['/reset', [...words, 'passwords must match']],
  ])('on %s is inactive while the password is empty', async (address, expected) => {
    await opened(address)
    expect(Object.keys(rules())).toEqual(expected)
    expect(Object.values(rules()), proves('5.auth.12')).toEqual(expected.map(() => undefined))
  })

  test.each(['/signup', '/reset'])('holds on %s: a password that misses one rule is not sent', async (address) => {
    await opened(address)
    await fill('username', EMAIL)
    const missingOne = [
      'Aa1!Aa1!Aa1',
      'larch-and-snow 2027',
      'LARCH-AND-SNOW 2027',
      'Larch-and-snow',
      'Larchandsnow2027',
    ]
    for (const password of [...missingOne, ` ${GOOD}`]) {
      await fill('password', password)
      if (address === '/reset') await fill('confirm_password', password)
      button('Submit').click()
      await until(() => expect(messagesOf('password'), password).toContain('This does not meet every rule below.'))
      expect(app.said(), `${password}: ${proves('5.auth.11')}`).toEqual([])
      await fill('password', GOOD)
      await until(() => expect(messagesOf('password'), password).toBe(''))
    }
  })

  test.each([
    ['Aa1!Aa1!Aa1', 'is at least 12 characters', ['9.password.1']],
    ['Aa1!Aa1!Aa1!', undefined, ['9.password.1']],
    ['larch-and-snow 2027', 'contains at least one uppercase letter', []],
    ['LARCH-AND-SNOW 2027', 'contains at least one lowercase letter', []],
    ['Larch-and-snow', 'contains at least one number', []],
    ['Larchandsnow2027', 'contains at least one special character', []],
    [' Larch-and-snow2027', 'contains no leading or trailing whitespace', []],
  ])('of %j it says that it is unmet: %s', async (password, unmet, ids) => {
    await opened('/signup')
    await fill('password', password)
    await until(() =>
      expect(rules(), proves('5.auth.13', ...ids)).toEqual(
        Object.fromEntries(words.map((each) => [each, each === unmet ? 'not met yet' : 'met'])),
      ),
    )
  })

  test('on reset it says whether the two match', async () => {
    await opened('/reset')
    await fill('password', GOOD)
    await until(() => expect(rules()['passwords must match'], proves('5.auth.10')).toBe('not met yet'))
    await fill('confirm_password', GOOD)
    await until(() => expect(rules()['passwords must match'], proves('5.auth.10')).toBe('met'))
  })
})

describe('the login card', () => {
  test('sends the code again and goes on to /confirm, with the address and the answers', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } }, server: { resendConfirm: said('Sent.') } })
    await fill('username', EMAIL)
    button('Resend confirmation code?').click()
    proves('2.navigation.6')
    await arrivesAt('/confirm')
    expect(app.calls, proves('2.auth-cards.8')).toEqual([['resendConfirm', { username: EMAIL }]])
    await until(() => expect(toasts()).toEqual(['SuccessSent.']))
    expect(control('#username')).toHaveProperty('value', EMAIL)
    expect(passed()).toEqual({ first_name: 'Maya' })
  })

  test.each(['', 'maya', 'maya@mail'])('with the address %j it sends nothing', async (username) => {
    await opened('/login')
    await fill('username', username)
    button('Resend confirmation code?').click()
    const sentence = 'You must provide a valid email address to resend a confirmation code.'
    await until(() => expect(toasts(), proves('5.auth.16')).toEqual([`Resend Confirmation Code Error${sentence}`]))
    expect(app.said(), proves('5.auth.16')).toEqual([])
  })

  test('a failed resend says so under its own title', async () => {
    const message = 'Too many attempts. Please try again in 4 minutes.'
    await opened('/login', { server: { resendConfirm: refusing(429, { message, code: 'too_many' }) } })
    await fill('username', EMAIL)
    button('Resend confirmation code?').click()
    await until(() => expect(toasts(), proves('8.resend-code.1')).toEqual([`Resend Confirmation Code Error${message}`]))
  })

  test('links to /forgot and carries the answers on', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } } })
    link('Forgot password?').click()
    await until(() => expect(place(), proves('2.auth-cards.9')).toBe('/forgot'))
    expect(passed(), proves('2.navigation.11')).toEqual({ first_name: 'Maya' })
  })

  test('a mistyped password is said to be one, not a session that is over', async () => {
    await opened('/login', {
      server: { login: refusing(400, { ...errors.wrong_credentials, code: 'wrong_credentials' }) },
    })
    await fillAll({ username: EMAIL, password: 'no' })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual(['Login Card ErrorThe email address or the password is not right.']))
    expect(document.body.textContent).not.toContain('Your session is invalid')
  })

  test('its error is gone once one is in', async () => {
    await opened('/login', {
      server: { login: refusing(400, { ...errors.wrong_credentials, code: 'wrong_credentials' }), saveAnswers: saved },
    })
    await fillAll({ username: EMAIL, password: 'no' })
    button('Submit').click()
    await until(() => expect(toasts()).toHaveLength(1))
    app.answers.login = { message: 'Welcome.', username: EMAIL }
    await fill('password', 'yes')
    button('Submit').click()
    proves('2.navigation.4', '7.login.2')
    await arrivesAt('/about')
    expect(toasts()).toEqual([])
  })
})

test('after very many wrong passwords the log-in card asks for the mailed code as well', async () => {
  const message = 'We have mailed you a code.'
  await opened('/login', { server: { login: refusing(403, { message, code: 'login_code_needed' }) } })
  await fillAll({ username: EMAIL, password: 'any' })
  button('Submit').click()
  await until(() => expect(wordsOf(control('[role=alert]'))).toBe(message))
  await until(() => expect(document.activeElement?.id).toBe('code'))
  app.answers.login = { message: 'Welcome.', username: EMAIL }
  await fill('code', ' 123456 ')
  button('Submit').click()
  await arrivesAt('/about')
  expect(app.calls.filter(([name]) => name === 'login').at(-1)).toEqual([
    'login',
    { username: EMAIL, password: 'any', code: '123456' },
  ])
})

describe('the other cards', () => {
  test('sign-up goes on to /confirm, with the address filled in', async () => {
    await opened('/signup', { server: { signup: refusing(201, said('We have sent you an email.')) } })
    await fillAll({ username: EMAIL, password: GOOD })
    button('Submit').click()
    proves('2.navigation.5')
    await arrivesAt('/confirm')
    await until(() => expect(control('#username'), proves('2.routes.8')).toHaveProperty('value', EMAIL))
    await until(() => expect(toasts()).toEqual(['SuccessWe have sent you an email.']))
  })

  test('confirming goes on to /login', async () => {
    await opened('/confirm', { state: { username: EMAIL }, server: { confirm: said('Confirmed.') } })
    await fill('code', ' 123456 ')
    button('Submit').click()
    proves('2.navigation.7')
    await arrivesAt('/login')
    expect(app.calls).toEqual([['confirm', { username: EMAIL, code: '123456' }]])
    await until(() => expect(toasts()).toEqual(['SuccessConfirmed.']))
  })

  test('on another device than the one of the sign-up, confirming asks for the password, and says why', async () => {
    const message = 'Please also enter the password.'
    await opened('/confirm', { server: { confirm: refusing(400, { message, code: 'proof_needed' }) } })
    await fillAll({ username: EMAIL, code: '123456' })
    button('Submit').click()
    await until(() => expect(wordsOf(control('[role=alert]'))).toBe(message))
    await until(() => expect(document.activeElement?.id).toBe('password'))
    expect(control('#code')).toHaveProperty('value', '123456')
    expect(toasts()).toEqual([])
    app.answers.confirm = said('Confirmed.')
    await fill('password', GOOD)
    button('Submit').click()
    await arrivesAt('/login')
    expect(app.calls.at(-1)).toEqual(['confirm', { username: EMAIL, code: '123456', password: GOOD }])
  })

  test.each([
    ['Sign Up', '/signup'],
    ['Log In', '/login'],
  ])('from confirming there is a way back to %s, with the answers', async (words, address) => {
    await opened('/confirm', { state: { username: EMAIL, answers: { first_name: 'Maya' } } })
    link(words).click()
    await arrivesAt(address)
    expect(passed()).toEqual({ first_name: 'Maya' })
  })

  test('forgot says that a mail was sent', async () => {
    await opened('/forgot', { server: { forgotPassword: said('Look into your mail.') } })
    await fill('username', EMAIL)
    button('Submit').click()
    await until(() => expect(toasts(), proves('7.forgot-password.2')).toEqual(['SuccessLook into your mail.']))
  })

  test('reset reads username and id of its link, and goes on to /login', async () => {
    await opened(`/reset?username=${encodeURIComponent('maya+1@mail.example')}&id=a%2Fb`, {
      server: { resetPassword: said('Changed.') },
    })
    const entries = window.history.length
    expect(control('#username')).toHaveProperty('value', 'maya+1@mail.example')
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    proves('2.navigation.8')
    await arrivesAt('/login')
    expect(app.calls, proves('2.routes.13', '3.forms.5')).toEqual([
      ['resetPassword', { username: 'maya+1@mail.example', password: GOOD, confirm_password: GOOD, id: 'a/b' }],
    ])
    await until(() => expect(toasts()).toEqual(['SuccessChanged.']))
    expect(window.history.length, 'the id is in no entry of the history').toBe(entries)
  })

  test.each(['used_link', 'expired_link'])('a link that is refused as %s goes out of the address', async (code) => {
    await opened('/reset?username=maya%40mail.example&id=abc', {
      server: { resetPassword: refusing(400, { message: 'No.', code }) },
    })
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual(['Reset Password Card ErrorNo.']))
    expect(place()).toBe('/reset?username=maya%40mail.example')
    expect(control('#password')).toHaveProperty('value', GOOD)
  })

  test('what the server finds wrong is said in its words, each once', async () => {
    const problems = [
      { page: 'signup', key: 'password', message: 'is at least 12 characters' },
      { page: 'signup', key: 'password', message: 'is at least 12 characters' },
    ]
    await opened('/signup', {
      server: { signup: refusing(400, { message: 'Please correct.', code: 'invalid_fields', problems }) },
    })
    await fillAll({ username: EMAIL, password: GOOD })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual(['Sign Up Card Erroris at least 12 characters']))
  })
})

test.each([
  ['/login', 'username', 'username'],
  ['/login', 'password', 'current-password'],
  ['/signup', 'username', 'username'],
  ['/signup', 'password', 'new-password'],
  ['/confirm', 'code', 'one-time-code'],
  ['/reset', 'password', 'new-password'],
  ['/reset', 'confirm_password', 'new-password'],
])('on %s a manager knows %s as %s, and a paste is taken', async (address, key, autocomplete) => {
  await opened(address)
  const box = control(`#${key}`)
  expect(box.getAttribute('autocomplete')).toBe(autocomplete)
  expect(box.hasAttribute('maxlength')).toBe(false)
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  box.dispatchEvent(paste)
  expect(paste.defaultPrevented).toBe(false)
})

test.each(['/login', '/signup', '/reset'])('on %s a password can be shown', async (address) => {
  await opened(address)
  expect(control('#password').getAttribute('type')).toBe('password')
  control('#password').closest('[data-field]')?.querySelector('button')?.click()
  await until(() => expect(control('#password').getAttribute('type')).toBe('text'))
})
