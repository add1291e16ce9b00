// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../api/browser.ts'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  describedBy,
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
const replying = (message: string) => ({ message })
const messagesOf = (key: string) => wordsOf(document.getElementById(`${key}-error`))
const fillAll = async (answers: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(answers)) await fill(key, value)
}

/** Every card: its header, the name in its error titles, its bottom line, and the call it makes for valid answers. */
const cards = [
  ['/login', 'Log In', 'Login Card', 'New here? Create an account', { username: EMAIL, password: 'any' }, 'login'],
  [
    '/signup',
    'Sign Up',
    'Sign Up Card',
    'Already have an account? Log in',
    { username: EMAIL, password: GOOD },
    'signup',
  ],
  [
    '/confirm',
    'Confirm Your Account',
    'Confirm Account Card',
    'No email? Check your spam folder or resend the code.Wrong address? Create an account with the right one.Already confirmed? Log in',
    { username: EMAIL, code: '123456' },
    'confirm',
  ],
  [
    '/forgot',
    'Forgot Password',
    'Forgot Password Card',
    'Remember your password? Log in',
    { username: EMAIL },
    'forgotPassword',
  ],
  [
    '/reset',
    'Reset Password',
    'Reset Password Card',
    'Remember your password? Log inLink expired or already used? Get a new one',
    { username: EMAIL, password: GOOD, confirm_password: GOOD },
    'resetPassword',
  ],
] as const

describe.each(cards)('%s', (address, header, name, foot, answers, call) => {
  test('has its header, a Submit button, and a question with a link at the bottom', async () => {
    await opened(address)
    expect(wordsOf(control('h1'))).toBe(header)
    expect(control('button[type=submit]', 'Submit'), proves('2.auth-cards.6')).toBeTruthy()
    expect(wordsOf(control('form ~ div:last-child')), proves('2.auth-cards.7')).toBe(foot)
    expect(control('form ~ div:last-child').querySelector('a, button'), proves('2.auth-cards.7')).toBeTruthy()
  })

  test('sends nothing while answers have problems, shows them at their fields and focuses the first', async () => {
    await opened(address)
    button('Submit').click()
    for (const key of Object.keys(answers)) {
      await until(() => expect(messagesOf(key), `${key}: ${proves('3.forms.6')}`).not.toBe(''))
    }
    expect(document.activeElement?.id).toBe('username')
    expect(app.callNames(), proves('5.when.7')).toEqual([])
  })

  test(`shows a failed submit as '${name} Error' until it is tried again`, async () => {
    await opened(address, { server: { [call]: refusing(503, { message: 'Busy.', code: 'busy' }) } })
    await fillAll(answers)
    button('Submit').click()
    await until(() => expect(toasts(), proves('8.auth-submit.1')).toEqual([`${name} Error Busy.`]))
    expect(app.calls).toEqual([[call, expect.objectContaining(answers)]])
    let answered = (_: object) => {}
    app.answers[call] = () =>
      new Promise<object>((resolve) => {
        answered = resolve
      })
    button('Submit').click()
    await until(() => expect(toasts(), 'tried again').toEqual([]))
    answered(refusing(400, { message: 'No.', code: 'wrong_credentials' }))
    await until(() => expect(toasts()).toEqual([`${name} Error No.`]))
    expect(place()).toBe(address)
  })

  test('is sent once, however often Submit is pressed', async () => {
    await opened(address, { server: { [call]: () => new Promise<object>(() => {}) } })
    await fillAll(answers)
    button('Submit').click()
    button('Submit').click()
    await until(() => expect(button('Submit').getAttribute('aria-busy')).toBe('true'))
    button('Submit').click()
    expect(app.callNames()).toEqual([call])
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
])('on %s, the answers %j show at %s, once: %s', async (address, answers, key, message, ids) => {
  await opened(address)
  await fillAll(answers)
  button('Submit').click()
  await until(() => expect(messagesOf(key).split(message), proves(...ids)).toHaveLength(2))
})

describe('the login card', () => {
  test('sends the code again and goes on to /confirm, with the address and the answers', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } }, server: { resendConfirm: replying('Sent.') } })
    await fill('username', EMAIL)
    button('Resend confirmation code?').click()
    proves('2.navigation.6')
    await arrivesAt('/confirm')
    expect(app.calls, proves('2.auth-cards.8')).toEqual([['resendConfirm', { username: EMAIL }]])
    await until(() => expect(toasts()).toEqual(['Success Sent.']))
    expect(control('#username')).toHaveProperty('value', EMAIL)
    expect(passed()).toEqual({ first_name: 'Maya' })
  })

  test.each(['', 'maya', 'maya@mail'])('with the address %j it sends nothing', async (username) => {
    await opened('/login')
    await fill('username', username)
    button('Resend confirmation code?').click()
    const sentence = 'You must provide a valid email address to resend a confirmation code.'
    await until(() => expect(toasts(), proves('5.auth.16')).toEqual([`Resend Confirmation Code Error ${sentence}`]))
    expect(app.callNames(), proves('5.auth.16')).toEqual([])
  })

  test('a failed resend shows an error under its own title', async () => {
    const message = 'Too many attempts. Please try again in 4 minutes.'
    await opened('/login', { server: { resendConfirm: refusing(429, { message, code: 'too_many' }) } })
    await fill('username', EMAIL)
    button('Resend confirmation code?').click()
    await until(() =>
      expect(toasts(), proves('8.resend-code.1')).toEqual([`Resend Confirmation Code Error ${message}`]),
    )
  })

  test('links to /forgot and passes the answers on', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } } })
    link('Forgot password?').click()
    await until(() => expect(place(), proves('2.auth-cards.9')).toBe('/forgot'))
    expect(passed(), proves('2.navigation.11')).toEqual({ first_name: 'Maya' })
  })

  test('reports a mistyped password as such, not as an invalid session', async () => {
    await opened('/login', {
      server: { login: refusing(400, { ...errors.wrong_credentials, code: 'wrong_credentials' }) },
    })
    await fillAll({ username: EMAIL, password: 'no' })
    button('Submit').click()
    await until(() =>
      expect(toasts()).toEqual([
        'Login Card Error That email or password isn’t right. Try again or reset your password.',
      ]),
    )
    expect(document.body.textContent).not.toContain('Your session is invalid')
  })

  test('goes to the default route after login, without its earlier error', async () => {
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

test('after very many wrong passwords the login card also asks for the mailed code', async () => {
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
    await opened('/signup', { server: { signup: refusing(201, replying('We have sent you an email.')) } })
    await fillAll({ username: EMAIL, password: GOOD })
    button('Submit').click()
    proves('2.navigation.5')
    await arrivesAt('/confirm')
    await until(() => expect(control('#username'), proves('2.routes.8')).toHaveProperty('value', EMAIL))
    await until(() => expect(toasts()).toEqual(['Success We have sent you an email.']))
  })

  test('confirming goes on to /login, where only the password is left to type', async () => {
    await opened('/confirm', { state: { username: EMAIL }, server: { confirm: replying('Confirmed.') } })
    await until(() => expect(document.activeElement?.id).toBe('code'))
    await fill('code', ' 123456 ')
    button('Submit').click()
    proves('2.navigation.7')
    await arrivesAt('/login')
    expect(app.calls).toEqual([['confirm', { username: EMAIL, code: '123456' }]])
    await until(() => expect(toasts()).toEqual(['Success Confirmed.']))
    await until(() => expect(document.activeElement?.id).toBe('password'))
    expect(control('#username')).toHaveProperty('value', EMAIL)
    await until(() => expect(wordsOf(control('main')), 'the card says so too').toContain('Confirmed.'))
    expect(document.querySelector('main [role=alert], main [aria-live]'), 'it is read aloud once').toBeNull()
  })

  test('on a device other than that of the sign-up, confirming asks for the password and says why', async () => {
    const message = 'Please also enter the password.'
    await opened('/confirm', { server: { confirm: refusing(400, { message, code: 'proof_needed' }) } })
    await fillAll({ username: EMAIL, code: '123456' })
    button('Submit').click()
    await until(() => expect(wordsOf(control('[role=alert]'))).toBe(message))
    const alert = control('[role=alert]')
    expect(alert.getAttribute('aria-hidden'), 'an alert that arrives with its page may not be read').toBe('true')
    await until(() => expect(alert.getAttribute('aria-hidden')).toBeNull())
    expect(control('[role=alert]')).toBe(alert)
    await until(() => expect(document.activeElement?.id).toBe('password'))
    expect(control('#code')).toHaveProperty('value', '123456')
    expect(toasts()).toEqual([])
    app.answers.confirm = replying('Confirmed.')
    await fill('password', GOOD)
    button('Submit').click()
    await arrivesAt('/login')
    expect(app.calls.at(-1)).toEqual(['confirm', { username: EMAIL, code: '123456', password: GOOD }])
  })

  test.each([
    ['Create an account', '/signup'],
    ['Log in', '/login'],
  ])('from confirming there is a way back to %s, with the answers and the address', async (words, address) => {
    await opened('/confirm', { state: { username: EMAIL, answers: { first_name: 'Maya' } } })
    await fill('username', 'noor@mail.example')
    await new Promise((resolve) => setTimeout(resolve)) // until the link is drawn with the new address
    link(words).click()
    await arrivesAt(address)
    expect(passed()).toEqual({ first_name: 'Maya' })
    expect(control('#username')).toHaveProperty('value', 'noor@mail.example')
  })

  test('forgot ends with what to do next: the mail was sent, and can be sent again or elsewhere', async () => {
    await opened('/forgot', { server: { forgotPassword: replying('We sent it.') } })
    await fill('username', EMAIL)
    button('Submit').click()
    await until(() => expect(toasts(), proves('7.forgot-password.2')).toEqual(['Success We sent it.']))
    await until(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(wordsOf(control('h1'))).toBe('Check your email')
    expect(wordsOf(control('main'))).toContain(EMAIL)

    app.answers.forgotPassword = refusing(429, { message: 'Too many attempts.', code: 'too_many' })
    button('Send it again').click()
    await until(() => expect(describedBy(button('Send it again'))).toEqual(['Too many attempts.']))
    expect(app.calls).toEqual([
      ['forgotPassword', { username: EMAIL }],
      ['forgotPassword', { username: EMAIL }],
    ])
    button('Use another address').click()
    await until(() => expect(document.activeElement?.id).toBe('username'))
    expect(control('#username')).toHaveProperty('value', EMAIL)
  })

  test('reset reads username and id of its link, and goes on to /login', async () => {
    await opened(`/reset?username=${encodeURIComponent('maya+1@mail.example')}&id=a%2Fb`, {
      server: { resetPassword: replying('Changed.') },
    })
    const entries = window.history.length
    expect(control('#username')).toHaveProperty('value', 'maya+1@mail.example')
    await until(() => expect(place(), 'the address').toBe('/reset?username=maya%2B1%40mail.example'))
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    proves('2.navigation.8')
    await arrivesAt('/login')
    expect(app.calls, proves('2.routes.13', '3.forms.5')).toEqual([
      ['resetPassword', { username: 'maya+1@mail.example', password: GOOD, confirm_password: GOOD, id: 'a/b' }],
    ])
    await until(() => expect(toasts()).toEqual(['Success Changed.']))
    expect(window.history.length, 'the id is in no entry of the history').toBe(entries)
  })

  test('the id of a reset link survives a refresh', async () => {
    const server = { resetPassword: replying('Changed.') }
    await opened('/reset?username=maya%40mail.example', { server, state: { id: 'kept' } })
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    await arrivesAt('/login')
    expect(app.calls).toMatchObject([['resetPassword', { id: 'kept' }]])
  })

  test.each(['used_link', 'expired_link'])('a link that is refused as %s is removed from the address', async (code) => {
    await opened('/reset?username=maya%40mail.example&id=abc', {
      server: { resetPassword: refusing(400, { message: 'No.', code }) },
    })
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual(['Reset Password Card Error No.']))
    expect(place()).toBe('/reset?username=maya%40mail.example')
    expect(control('#password')).toHaveProperty('value', GOOD)
  })

  test('problems that the server finds are shown once each, in its own words', async () => {
    const problems = [
      { page: 'signup', key: 'password', message: 'is at least 12 characters' },
      { page: 'signup', key: 'password', message: 'is at least 12 characters' },
    ]
    await opened('/signup', {
      server: { signup: refusing(400, { message: 'Please correct.', code: 'invalid_fields', problems }) },
    })
    await fillAll({ username: EMAIL, password: GOOD })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual(['Sign Up Card Error is at least 12 characters']))
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
])('on %s a password manager knows %s as %s, and a paste is accepted', async (address, key, autocomplete) => {
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
