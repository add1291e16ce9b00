// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { button, open, place, profileOf, refusing, submitted, until } from './opened-for-test.tsx'

let app: Awaited<ReturnType<typeof open>> | undefined
afterEach(() => app?.close())

const heading = () => document.querySelector('h1')?.textContent ?? ''
const begins = (title: string) => until(() => expect(heading()).toMatch(new RegExp(`^${title}`)))

test.each([
  ['/', '/about', 'Personal Info', ['2.routes.2']],
  ['/about', '/about', 'Personal Info', ['2.routes.1']],
  ['/education', '/education', 'Academic History', ['2.routes.3']],
  ['/final-steps', '/final-steps', 'Submit', ['2.routes.4']],
  ['/signup', '/signup', 'Sign Up', ['2.routes.6', '2.auth-cards.2']],
  ['/confirm', '/confirm', 'Confirm Your Account', ['2.routes.7', '2.auth-cards.3']],
  ['/login', '/login', 'Log In', ['2.routes.9', '2.auth-cards.1']],
  ['/forgot', '/forgot', 'Forgot Password', ['2.routes.11', '2.auth-cards.4']],
  ['/reset', '/reset', 'Reset Password', ['2.routes.12', '2.auth-cards.5']],
  ['/aboot?from=fair&x=1', '/about?from=fair&x=1', 'Personal Info', ['2.routes.21', '2.routes.22', '2.routes.25']],
  ['/about/more?x=1', '/about?x=1', 'Personal Info', ['2.routes.21']],
  ['/education/?x=1#city', '/education?x=1#city', 'Academic History', []],
  ['/About', '/about', 'Personal Info', []],
  ['/LOGIN', '/login', 'Log In', []],
  ['/signup/?x=1', '/signup?x=1', 'Sign Up', []],
  ['/Reset/?username=a&id=b', '/reset?username=a&id=b', 'Reset Password', []],
  ['/aboot?x=1#city', '/about?x=1#city', 'Personal Info', []],
  ['/completion?x=1', '/about?x=1', 'Personal Info', []],
  ['/completion', '/about', 'Personal Info', ['2.navigation.2']],
])('%s leads a visitor to %s, headed %s, without any call', async (address, expected, title, ids) => {
  app = await open(address)
  await begins(title)
  expect([place(), heading()], proves(...ids)).toEqual([expected, expect.stringMatching(new RegExp(`^${title}`))])
  expect(app.callNames()).toEqual([])
})

describe('the layout', () => {
  const parts = () => ({
    title: document.querySelector('header a')?.textContent?.startsWith('Transfer Application') ?? false,
    logo: document.querySelector('header svg') !== null,
    steps: document.querySelectorAll('nav[aria-label^="Steps"] a').length,
    banner: document.querySelector('section[aria-label="Welcome"]') !== null,
    footer: document.querySelector('footer address') !== null,
  })

  test.each(['/about', '/education', '/final-steps'])('%s has header, 3 steps, banner and footer', async (address) => {
    app = await open(address)
    await until(() =>
      expect(parts(), proves('2.routes.15', '2.routes.16', '2.routes.17', '2.routes.19')).toEqual({
        title: true,
        logo: true,
        steps: 3,
        banner: true,
        footer: true,
      }),
    )
  })

  test.each([
    ['/signup', 'Sign Up'],
    ['/confirm', 'Confirm Your Account'],
    ['/login', 'Log In'],
    ['/forgot', 'Forgot Password'],
    ['/reset', 'Reset Password'],
  ])('%s is outside it', async (address, title) => {
    app = await open(address)
    await begins(title)
    expect(parts(), proves('2.routes.20')).toMatchObject({ steps: 0, banner: false })
  })

  test('/completion is outside it, and thanks and congratulates', async () => {
    app = await open('/completion', { loggedIn: true, server: { profile: profileOf(submitted) } })
    proves('4.banner.1')
    await begins('Thanks, Maya.')
    expect(place()).toBe('/completion')
    expect(parts(), proves('2.routes.5')).toMatchObject({ steps: 0, banner: false })
    expect(document.querySelector('main')?.textContent, proves('4.banner.2')).toContain(
      'Congratulations on finishing the online portion of your application! Please take the last steps below.',
    )
  })
})

describe('the profile', () => {
  test('is read before a form page is rendered', async () => {
    let respond = (_: Response) => {}
    const waiting = new Promise<Response>((resolve) => {
      respond = resolve
    })
    app = await open('/about', { loggedIn: true, server: { profile: () => waiting } })
    await until(() => expect(app?.callNames(), proves('7.profile.2')).toEqual(['profile']))
    expect(document.querySelector('h1, form, header, footer'), proves('2.routes.14')).toBeNull()
    respond(refusing(200, profileOf({ answer: { first_name: 'Maya' } })))
    await until(() => expect(document.querySelector('input#first_name')).toHaveProperty('value', 'Maya'))
  })

  test.each([
    ['the saved page is restored', '/about', '/education', '/education', ['2.routes.26', '2.routes.27']],
    ['with its query', '/about?from=mail', '/education', '/education?from=mail', ['2.routes.27']],
    ['not over a link to a question', '/about#city', '/education', '/about#city', []],
    ['a page that does not exist', '/about', '/aboot', '/about', []],
    ['another site', '/about', '//evil.example', '/about', []],
  ])('%s: %s with %s saved leads to %s', async (_, address, last_page, expected, ids) => {
    app = await open(address, { loggedIn: true, server: { profile: profileOf({ last_page }) } })
    await until(() => expect(document.querySelector('form')).not.toBeNull())
    expect(place(), proves(...ids)).toBe(expected)
  })

  test('no longer restores the saved page after the student has changed pages', async () => {
    app = await open('/about', { loggedIn: true, server: { profile: profileOf({ last_page: '/education' }) } })
    await begins('Academic History')
    document.querySelector<HTMLElement>('nav li:nth-child(1) a')?.click()
    await begins('Personal Info')
    expect(place(), proves('2.routes.27')).toBe('/about')
  })

  test.each([
    '/',
    '/about',
    '/education',
    '/final-steps',
    '/signup',
    '/confirm',
    '/login',
    '/forgot',
    '/reset',
    '/aboot',
    '/COMPLETION/',
  ])('of a submitted application leads %s to /completion', async (address) => {
    app = await open(address, { loggedIn: true, server: { profile: profileOf(submitted) } })
    await begins('Thanks, Maya.')
    expect(place(), proves('2.navigation.1')).toBe('/completion')
  })

  test('of an open application leads /completion to the default route', async () => {
    app = await open('/completion', { loggedIn: true })
    await begins('Personal Info')
    expect(place(), proves('2.navigation.2')).toBe('/about')
  })

  test.each([
    ['the session is over', refusing(401, { message: 'Who?', code: 'unauthorized' })],
    ['the server fails', refusing(500)],
    ['no JSON comes', new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })],
  ])('does not prevent a card from opening when %s, and causes no redirect', async (_, profile) => {
    app = await open('/signup', { loggedIn: true, server: { profile } })
    await begins('Sign Up')
    expect(place()).toBe('/signup')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})

test.each([
  ['was answered with an error', () => refusing(502)],
  ['was answered with a page', () => new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })],
  ['was cut off', () => new Response('{"answer":{', { headers: { 'content-type': 'application/json' } })],
  ['could not be reached', () => Promise.reject(new TypeError('No line.'))],
])('a profile that once %s is read again by Try again, on the same page', async (_, profile) => {
  app = await open('/education?x=1', { loggedIn: true, server: { profile } })
  await begins('Something went wrong.')
  app.answers.profile = profileOf()
  button('Try again').click()
  await begins('Academic History')
  expect(place()).toBe('/education?x=1')
})

test('an error that could not be logged does not claim to be logged, and says what to do', async () => {
  const profile = () => Promise.reject(new TypeError('No line.'))
  app = await open('/about', { loggedIn: true, isLogged: false, server: { profile } })
  await until(() =>
    expect(document.querySelector('[aria-live] p')?.textContent).toBe(
      'We can’t reach the server. Please check your connection and try again.',
    ),
  )
  expect(document.body.textContent).not.toContain('has been logged')
})

test('an error page has the header, the phone number and Help, as every page has', async () => {
  app = await open('/about', { loggedIn: true, server: { profile: refusing(500, { message: 'No disk.' }) } })
  await until(() => expect(heading()).toBe('Something went wrong.'))
  expect(document.querySelector('header a')?.textContent).toContain('Transfer Application')
  expect(document.querySelector('main a[href^="tel:"]')?.textContent).toBe('(406) 555-0142')
  button('Help').click()
  await until(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('admissions@bridger.example'),
  )
})

test('a profile that cannot be read is a route error, shown and logged', async () => {
  app = await open('/about', { loggedIn: true, server: { profile: refusing(500, { message: 'No disk.' }) } })
  await until(() => expect(heading(), proves('2.routes.30', '8.route.1', '4.query.4')).toBe('Something went wrong.'))
  await until(() =>
    expect(document.querySelector('main')?.textContent, proves('2.routes.31')).toContain(
      'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    ),
  )
  const { report } = app
  await until(() => expect(report).toHaveBeenCalledWith(expect.objectContaining({ name: 'CallError', status: 500 })))
})
