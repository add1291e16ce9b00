// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  open,
  passed,
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

const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
const openMenu = async () => {
  button('Account').click()
  await until(() => control('[role=dialog]'))
}
const menu = () => control('[role=dialog]')

describe('the account menu', () => {
  test('[2.account-menu.1] is a popover called Account, with a control to close it', async () => {
    await opened('/about')
    await openMenu()
    expect(wordsOf(control('[role=dialog] h2'))).toBe('Account')
    button('Close').click()
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  test.each([
    ['[2.account-menu.3]', 'Sign In', '/login'],
    ['[2.account-menu.4]', 'Create Account', '/signup'],
  ])('%s [2.navigation.11] offers a visitor %s, which takes the answers along', async (_, words, address) => {
    await opened('/about')
    await fill('first_name', 'Maya')
    await openMenu()
    expect(wordsOf(menu())).not.toContain('Log Out')
    button(words).click()
    await arrivesAt(address)
    expect(passed()).toEqual({ first_name: 'Maya' })
  })

  test('[2.account-menu.5] [2.account-menu.6] shows a student the login name in lower case, with a mail icon, and Log Out', async () => {
    await opened('/about', { loggedIn: true })
    await openMenu()
    const name = control('[role=dialog] p')
    expect(wordsOf(name)).toBe('maya.ortega@mail.example')
    expect(name.querySelector('svg')?.innerHTML).toContain('m3 5.5 7 5.5 7-5.5') // an envelope
    expect(wordsOf(menu())).not.toMatch(/Sign In|Create Account/)
    button('Log Out')
  })
})

describe('logging out', () => {
  test('[2.navigation.9] [7.logout.2] [2.toast.3] leads to /login with a message that is said once, and leaves nothing', async () => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: { first_name: 'Maya' } }) } })
    await openMenu()
    button('Log Out').click()
    await arrivesAt('/login')
    await until(() => expect(toasts()).toEqual(['SuccessYou have been logged out.']))
    expect(control('li[aria-label]').getAttribute('aria-label')).toBe('Success Notification')
    expect(app.said()).toContain('logout')
    expect(window.history.state.usr?.successMessage).toBeUndefined()
    const left = () => [window.localStorage, window.sessionStorage].flatMap((storage) => Object.values(storage))
    await until(() => expect(left().filter((each) => !/^\d+ ?$/.test(each))).toEqual([])) // only numbers
  })
})

describe('a session that the server no longer knows', () => {
  test('[2.navigation.10] [8.unauthorized.2] [8.unauthorized.3] [4.query.5] [2.routes.10] leads to /login with its sentence, and the next profile is read anew', async () => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ answer: { last_name: 'Before' } }) } })
    app.answers.saveAnswers = refusing(401, { message: 'Who?', code: 'unauthorized' })
    await fill('first_name', 'Maya')
    await arrivesAt('/login')
    await until(() =>
      expect(wordsOf(control('[role=alert]'))).toBe(
        'Your session is invalid. Please clear your cookies and login again.',
      ),
    )

    app.answers.saveAnswers = saved
    app.answers.profile = profileOf({ answer: { last_name: 'After' } })
    app.answers.login = { message: 'Welcome.', username: 'maya.ortega@mail.example' }
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'any')
    button('Submit').click()
    await arrivesAt('/about')
    await until(() => expect(control('#last_name')).toHaveProperty('value', 'After'))
    expect(control('#first_name'), 'what was not saved is back').toHaveProperty('value', 'Maya')
    expect(app.said().filter((name) => name === 'profile')).toHaveLength(2) // the card does not read it again
  })

  test('is known already while the page is loaded', async () => {
    app = await open('/about', { loggedIn: true, server: { profile: refusing(401, { code: 'unauthorized' }) } })
    await arrivesAt('/login')
    expect(wordsOf(control('[role=alert]'))).toBe('Your session is invalid. Please clear your cookies and login again.')
  })
})

describe('navigation state', () => {
  test('[2.routes.24] [2.toast.3] a success message is shown once', async () => {
    await opened('/about', { state: { successMessage: 'It worked.' } })
    await until(() => expect(toasts()).toEqual(['SuccessIt worked.']))
    expect(control('li[aria-label]').getAttribute('aria-label')).toBe('Success Notification')
    expect(window.history.state.usr.successMessage).toBeUndefined()
  })

  test('[2.navigation.12] [3.answers.3] answers reach the card and, from there, the form', async () => {
    await opened('/login', { state: { answers: { first_name: 'Maya' } } })
    app.answers.login = { message: 'Welcome.', username: 'maya.ortega@mail.example' }
    await fill('username', 'maya.ortega@mail.example')
    await fill('password', 'any')
    button('Submit').click()
    await arrivesAt('/about')
    await until(() => expect(control('#first_name')).toHaveProperty('value', 'Maya'))
  })

  test.each([
    [{ successMessage: {} }],
    ['text'],
    [{ answers: { first_name: 7 } }],
    [{ answers: { no_such_key: 'x' } }],
  ])('malformed, such as %j, is as if not there', async (state) => {
    await opened('/about', { state })
    expect(control('#first_name')).toHaveProperty('value', '')
    expect(toasts()).toEqual([])
  })
})

describe('coming in', () => {
  test.each([
    ['[4.status.3] without a status, started is posted once', [], 1],
    ['with one, nothing is', [{ web_status: 'started' as const, at: '2026-11-21T08:00:00.000Z' }], 0],
  ])('%s', async (_, web_status, times) => {
    await opened('/about', { loggedIn: true, server: { profile: profileOf({ web_status }) } })
    control('nav li:nth-child(2) a').click()
    await arrivesAt('/education')
    const posted = app.calls.filter(([name]) => name === 'saveWebStatus')
    expect(posted).toEqual(Array(times).fill(['saveWebStatus', { web_status: 'started' }]))
  })

  test('[4.query.3] [7.profile.2] the profile is read once, whatever page is opened and whenever the window is looked at', async () => {
    await opened('/about', { loggedIn: true })
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
    expect(app.said().filter((name) => name === 'profile')).toHaveLength(1)
  })

  test('[4.query.3] nor is it read again for the completion page', async () => {
    app = await open('/completion', { loggedIn: true, server: { profile: profileOf(submitted) } })
    await arrivesAt('/completion')
    expect(app.said().filter((name) => name === 'profile')).toHaveLength(1)
  })
})
