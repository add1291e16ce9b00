// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  open,
  passed,
  place,
  profileOf,
  refusing,
  saved,
  submitted,
  toasts,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

/** Waits until the tab notices that it is shown again, which it does a second after its first page. */
const noticing = (listen: MockInstance<typeof document.addEventListener>) =>
  until(() => {
    const shown = listen.mock.calls.filter(([event]) => event === 'visibilitychange')
    expect(shown).toHaveLength(3) // tab sync, the idle monitor and the toasts
  })

const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
/** The address of the account in `profileOf`. */
const ADDRESS = 'Maya.Ortega@Mail.example'
const openMenu = async () => {
  button('Account').click()
  await until(() => control('[role=dialog]'))
}
const menu = () => control('[role=dialog]')

describe('the account menu', () => {
  test('is a popover called Account, with a control to close it', async () => {
    await opened('/about')
    await openMenu()
    expect(wordsOf(control('[role=dialog] h2')), proves('2.account-menu.1')).toBe('Account')
    button('Close').click()
    await until(() => expect(document.querySelector('[role=dialog]'), proves('2.account-menu.1')).toBeNull())
  })

  test.each([
    ['Sign In', '/login', ['2.account-menu.3', '2.navigation.11']],
    ['Create Account', '/signup', ['2.account-menu.4']],
  ])('offers a visitor %s, which goes to %s with the answers', async (words, address, ids) => {
    await opened('/about')
    await fill('first_name', 'Maya')
    await openMenu()
    expect(wordsOf(menu())).not.toContain('Log Out')
    button(words).click()
    await arrivesAt(address)
    expect([place(), passed()], proves('1.visitor.3', ...ids)).toEqual([address, { first_name: 'Maya' }])
  })

  test('shows a student the login name in lower case, with a mail icon, and Log Out', async () => {
    await opened('/about', { loggedIn: true })
    await openMenu()
    const name = control('[role=dialog] p')
    expect(wordsOf(name), proves('2.account-menu.6')).toBe('maya.ortega@mail.example')
    const envelope = 'm3 5.5 7 5.5 7-5.5'
    expect(name.querySelector('svg')?.innerHTML, proves('2.account-menu.6')).toContain(envelope)
    expect(wordsOf(menu())).not.toMatch(/Sign In|Create Account/)
    expect(control('[role=dialog] button', 'Log Out'), proves('2.account-menu.5')).toBeTruthy()
  })
})

describe('logging out', () => {
  test('goes to /login with a message that is shown once, and leaves nothing on the device', async () => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: { first_name: 'Maya' } }) } })
    await openMenu()
    button('Log Out').click()
    proves('2.navigation.9')
    await arrivesAt('/login')
    await until(() => expect(toasts(), proves('7.logout.2')).toEqual(['Success You have been logged out.']))
    expect(control('li[aria-label]').getAttribute('aria-label'), proves('2.toast.3')).toBe('Success Notification')
    expect(app.callNames()).toContain('logout')
    expect(window.history.state.usr?.successMessage).toBeUndefined()
    expect(control('#username'), 'the next person sees no address').toHaveProperty('value', '')
    expect(JSON.stringify(window.history.state)).not.toMatch(/mail\.example/i)
    const left = () => [window.localStorage, window.sessionStorage].flatMap((storage) => Object.values(storage))
    const words = () => left().filter((each) => !/^\d+ ?$/.test(each)) // numbers alone may stay
    await until(() => expect(words(), proves('7.logout.2')).toEqual([]))
  })
})

describe('a session that the server no longer knows', () => {
  test('goes to /login with its message, and the next profile is read again', async () => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: { last_name: 'Before' } }) } })
    app.answers.saveAnswers = refusing(401, { message: 'Who?', code: 'unauthorized' })
    await fill('first_name', 'Maya')
    proves('2.navigation.10')
    await arrivesAt('/login')
    await until(() =>
      expect(wordsOf(control('[role=alert]')), proves('2.navigation.10', '2.routes.10', '8.unauthorized.3')).toBe(
        'Your session is invalid. Please clear your cookies and login again.',
      ),
    )

    await until(() =>
      expect(control('#username'), 'only the password is left to type').toHaveProperty('value', ADDRESS),
    )
    await until(() => expect(document.activeElement?.id).toBe('password'))

    app.answers.saveAnswers = saved
    app.answers.profile = profileOf({ answer: { last_name: 'After' } })
    app.answers.login = { message: 'Welcome.', username: 'maya.ortega@mail.example' }
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'any')
    button('Submit').click()
    await arrivesAt('/about')
    await until(() =>
      expect(control('#last_name'), proves('4.query.5', '8.unauthorized.2')).toHaveProperty('value', 'After'),
    )
    expect(control('#first_name'), 'what was not saved is back').toHaveProperty('value', 'Maya')
    expect(app.callNames().filter((name) => name === 'profile')).toHaveLength(2) // the card does not read it again
  })

  test('is noticed while the page is loaded', async () => {
    app = await open('/about', { loggedIn: true, server: { profile: refusing(401, { code: 'unauthorized' }) } })
    await arrivesAt('/login')
    expect(document.cookie, 'a cookie that the reply left is gone').not.toContain('Id')
    expect(wordsOf(control('[role=alert]'))).toBe('Your session is invalid. Please clear your cookies and login again.')
  })
})

describe('navigation state', () => {
  test('a success message is shown once', async () => {
    await opened('/about', { state: { successMessage: 'It worked.' } })
    await until(() => expect(toasts(), proves('2.routes.24')).toEqual(['Success It worked.']))
    expect(control('li[aria-label]').getAttribute('aria-label'), proves('2.toast.3')).toBe('Success Notification')
    expect(window.history.state.usr.successMessage).toBeUndefined()
  })

  test('answers reach the login card and, from there, the form, beside those of the profile', async () => {
    const profile = profileOf({ answer: { last_name: 'Ortega' } })
    await opened('/login', { state: { answers: { first_name: 'Maya' } }, server: { profile } })
    app.answers.login = { message: 'Welcome.', username: 'maya.ortega@mail.example' }
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'any')
    button('Submit').click()
    await arrivesAt('/about')
    await until(() =>
      expect(control('#first_name'), proves('2.navigation.12', '3.answers.3')).toHaveProperty('value', 'Maya'),
    )
    expect(control('#last_name'), proves('3.answers.3')).toHaveProperty('value', 'Ortega')
  })

  test('answers and a message reach the page that is opened instead of the first', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } } })
    app.answers.profile = profileOf({ last_page: '/education' })
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'any')
    button('Submit').click()
    await arrivesAt('/education')
    await until(() => expect(app.calls).toContainEqual(['saveAnswers', { first_name: 'Maya' }]))
  })

  test.each([
    ['before', 0],
    ['while', 50],
  ])('a log-in that the tab notices %s it is replied to opens the page the person was on', async (_, wait) => {
    const listen = vi.spyOn(document, 'addEventListener')
    await opened('/education#hs_gpa', { loggedIn: true })
    await noticing(listen)
    app.answers.profile = () => refusing(401, { code: 'unauthorized' })
    app.answers.saveAnswers = refusing(401, { code: 'unauthorized' })
    await fill('college_name', 'Carroll')
    await arrivesAt('/login')
    app.answers.profile = async () => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      return profileOf()
    }
    app.answers.login = async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: a browser has the cookie a moment before the page has the reply
      document.cookie = 'CausewayIdentity3000=a-1'
      window.dispatchEvent(new Event('pageshow'))
      await new Promise((resolve) => setTimeout(resolve, 50 - wait))
      return { message: 'Welcome.', username: ADDRESS }
    }
    await fill('password', 'any')
    button('Submit').click()
    await until(() => expect(place()).toBe('/education#hs_gpa'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(place()).toBe('/education#hs_gpa')
  })

  test('answers reach the sign-up card and, from there, the next card', async () => {
    await opened('/signup', { state: { answers: { first_name: 'Maya' } } })
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'Larch-and-snow 2027')
    button('Submit').click()
    await arrivesAt('/confirm')
    expect(passed(), proves('2.navigation.12')).toEqual({ first_name: 'Maya' })
  })

  test.each([
    [{ successMessage: {} }],
    ['text'],
    [{ answers: { first_name: 7 } }],
    [{ answers: { no_such_key: 'x' } }],
  ])('is ignored when malformed, such as %j', async (state) => {
    await opened('/about', { state })
    expect(control('#first_name')).toHaveProperty('value', '')
    expect(toasts()).toEqual([])
  })
})

describe('coming in', () => {
  test('the address of the account is saved as Email address, unless the person gave one', async () => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: { email_address: '' } }) } })
    await until(() => expect(control('#email_address')).toHaveProperty('value', ADDRESS))
    await until(() => expect(app.calls).toContainEqual(['saveAnswers', { email_address: ADDRESS }]))
    await app.close()
    const other = { email_address: 'other@mail.example' }
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: other }) } })
    expect(control('#email_address')).toHaveProperty('value', other.email_address)
    expect(app.callNames()).not.toContain('saveAnswers')
  })

  test('nothing is added to an application that is submitted', async () => {
    const profile = profileOf({ ...submitted, answer: { first_name: 'Maya', email_address: '' } })
    app = await open('/completion', { loggedIn: true, server: { profile } })
    await arrivesAt('/completion')
    expect(app.callNames()).not.toContain('saveAnswers')
  })

  test.each([
    ['without a status, started is set and posted, once', [], 1],
    ['with one, nothing is posted', [{ web_status: 'started' as const, at: '2026-11-21T08:00:00.000Z' }], 0],
  ])('%s', async (_, web_status, times) => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ web_status }) } })
    control('nav li:nth-child(2) a').click()
    await arrivesAt('/education')
    const posted = app.calls.filter(([name]) => name === 'saveWebStatus')
    expect(posted, proves('4.status.3')).toEqual(Array(times).fill(['saveWebStatus', { web_status: 'started' }]))
    await until(() => expect(app.callNames(), proves('4.status.3')).toContain('saveLastPage')) // only while it is started
  })

  test('the profile is read once, for any page and however often the window gets the focus', async () => {
    const listen = vi.spyOn(document, 'addEventListener')
    await opened('/about', { loggedIn: true })
    await noticing(listen)
    for (const [number, address] of [
      [2, '/education'],
      [3, '/final-steps'],
      [1, '/about'],
    ] as const) {
      control(`nav li:nth-child(${number}) a`).click()
      await arrivesAt(address)
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    }
    expect(
      app.callNames().filter((name) => name === 'profile'),
      proves('4.query.3'),
    ).toHaveLength(1)
  })

  test('the profile is read once for the completion page', async () => {
    app = await open('/completion', { loggedIn: true, server: { profile: profileOf(submitted) } })
    await arrivesAt('/completion')
    expect(
      app.callNames().filter((name) => name === 'profile'),
      proves('4.query.3'),
    ).toHaveLength(1)
  })
})
