// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { button, open, place, profileOf, refusing, submitted, until } from './opened-for-test.tsx'

let app: Awaited<ReturnType<typeof open>> | undefined
afterEach(() => app?.close())

const heading = () => document.querySelector('h1')?.textContent ?? ''
const begins = (title: string) => until(() => expect(heading()).toMatch(new RegExp(`^${title}`)))

test.each([
  ['[2.routes.1] [2.routes.2]', '/', '/about', 'Personal Info'],
  ['[2.routes.1]', '/about', '/about', 'Personal Info'],
  ['[2.routes.3]', '/education', '/education', 'Academic History'],
  ['[2.routes.4]', '/final-steps', '/final-steps', 'Submit'],
  ['[2.routes.6] [2.auth-cards.2]', '/signup', '/signup', 'Sign Up'],
  ['[2.routes.7] [2.auth-cards.3]', '/confirm', '/confirm', 'Confirm Your Account'],
  ['[2.routes.9] [2.auth-cards.1]', '/login', '/login', 'Log In'],
  ['[2.routes.11] [2.auth-cards.4]', '/forgot', '/forgot', 'Forgot Password'],
  ['[2.routes.12] [2.auth-cards.5]', '/reset', '/reset', 'Reset Password'],
  ['[2.routes.21] [2.routes.22] [2.routes.25]', '/aboot?from=fair&x=1', '/about?from=fair&x=1', 'Personal Info'],
  ['[2.routes.21] [2.routes.22]', '/about/more?x=1', '/about?x=1', 'Personal Info'],
  ['', '/education/?x=1#city', '/education?x=1#city', 'Academic History'],
  ['', '/About', '/about', 'Personal Info'],
  ['', '/LOGIN', '/login', 'Log In'],
  ['', '/signup/?x=1', '/signup?x=1', 'Sign Up'],
  ['', '/Reset/?username=a&id=b', '/reset?username=a&id=b', 'Reset Password'],
  ['', '/aboot?x=1#city', '/about?x=1#city', 'Personal Info'],
  ['', '/completion?x=1', '/about?x=1', 'Personal Info'],
  ['[2.navigation.2]', '/completion', '/about', 'Personal Info'],
])('%s [6.anonymous.2] %s leads a visitor to %s, headed %s, without one call', async (_, address, expected, title) => {
  app = await open(address)
  await begins(title)
  expect(place()).toBe(expected)
  expect(app.said()).toEqual([])
})

describe('the layout', () => {
  const parts = () => ({
    title: document.querySelector('header a')?.textContent?.startsWith('Transfer Application') ?? false,
    logo: document.querySelector('header svg') !== null,
    steps: document.querySelectorAll('nav[aria-label^="Steps"] a').length,
    banner: document.querySelector('section[aria-label="Welcome"]') !== null,
    footer: document.querySelector('footer address') !== null,
  })

  test.each(['/about', '/education', '/final-steps'])(
    '[2.routes.15] [2.routes.16] [2.routes.17] [2.routes.19] [9.steps.1] %s has header, 3 steps, banner and footer',
    async (address) => {
      app = await open(address)
      await until(() => expect(parts()).toEqual({ title: true, logo: true, steps: 3, banner: true, footer: true }))
    },
  )

  test.each([
    ['[2.routes.20]', '/login', {}, 'Log In'],
    ['[2.routes.5] [4.banner.1] [4.banner.2]', '/completion', submitted, 'Thanks Maya'],
  ])('%s %s stands outside of it', async (_, address, profile, title) => {
    app = await open(address, { loggedIn: address === '/completion', server: { profile: profileOf(profile) } })
    await begins(title)
    expect(parts()).toMatchObject({ steps: 0, banner: false })
    if (address === '/completion')
      expect(document.querySelector('main')?.textContent).toContain(
        'Congratulations on finishing the online portion of your application! Please take the last steps below.',
      )
  })
})

describe('the profile', () => {
  test('[2.routes.14] [7.profile.2] [6.student.1] is read before anything of a form page is drawn', async () => {
    let tell = (_: Response) => {}
    const waiting = new Promise<Response>((resolve) => {
      tell = resolve
    })
    app = await open('/about', { loggedIn: true, server: { profile: () => waiting } })
    await until(() => expect(app?.said()).toEqual(['profile']))
    expect(document.querySelector('form')).toBeNull()
    tell(refusing(200, profileOf({ answer: { first_name: 'Maya' } })))
    await until(() => expect(document.querySelector('input#first_name')).toHaveProperty('value', 'Maya'))
  })

  test.each([
    ['[2.routes.26] [2.routes.27] the saved page is restored', '/about', '/education', '/education'],
    ['[2.routes.27] with its query', '/about?from=mail', '/education', '/education?from=mail'],
    ['not over a link to a question', '/about#city', '/education', '/about#city'],
    ['a page that is none', '/about', '/aboot', '/about'],
    ['another site', '/about', '//evil.example', '/about'],
  ])('%s: %s with %s saved is %s', async (_, address, last_page, expected) => {
    app = await open(address, { loggedIn: true, server: { profile: profileOf({ last_page }) } })
    await until(() => expect(document.querySelector('form')).not.toBeNull())
    expect(place()).toBe(expected)
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
  ])('[2.navigation.1] of a submitted application leads %s to /completion', async (address) => {
    app = await open(address, { loggedIn: true, server: { profile: profileOf(submitted) } })
    await begins('Thanks Maya')
    expect(place()).toBe('/completion')
  })

  test('[2.navigation.2] of an open application leads /completion to the default route', async () => {
    app = await open('/completion', { loggedIn: true })
    await begins('Personal Info')
    expect(place()).toBe('/about')
  })

  test.each([
    ['the session is over', refusing(401, { message: 'Who?', code: 'unauthorized' })],
    ['the server fails', refusing(500)],
    ['no JSON comes', new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })],
  ])('a card opens with an identity cookie also when %s, and nobody is sent about', async (_, profile) => {
    app = await open('/signup', { loggedIn: true, server: { profile } })
    await begins('Sign Up')
    expect(place()).toBe('/signup')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})

test.each([
  ['fails', () => refusing(502)],
  ['sends a page', () => new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })],
  ['sends half of it', () => new Response('{"answer":{', { headers: { 'content-type': 'application/json' } })],
  ['cannot be reached', () => Promise.reject(new TypeError('No line.'))],
])('a profile that the server %s once is read at the press of Try again, on the same page', async (_, profile) => {
  app = await open('/education?x=1', { loggedIn: true, server: { profile } })
  await begins('Something went wrong.')
  app.answers.profile = profileOf()
  button('Try again').click()
  await begins('Academic History')
  expect(place()).toBe('/education?x=1')
})

test('an error that could not be logged is not called logged, and says what to do', async () => {
  const profile = () => Promise.reject(new TypeError('No line.'))
  app = await open('/about', { loggedIn: true, isLogged: false, server: { profile } })
  await until(() =>
    expect(document.querySelector('[role=status] p')?.textContent).toBe(
      'The server cannot be reached. Please check your connection and try again.',
    ),
  )
  expect(document.body.textContent).not.toContain('has been logged')
})

test('[2.routes.30] [2.routes.31] [8.route.1] [4.query.4] a profile that cannot be read is a route error, shown and logged', async () => {
  app = await open('/about', { loggedIn: true, server: { profile: refusing(500, { message: 'No disk.' }) } })
  await begins('Something went wrong.')
  await until(() =>
    expect(document.querySelector('main')?.textContent).toContain(
      'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    ),
  )
  const { report } = app
  await until(() => expect(report).toHaveBeenCalledWith(expect.objectContaining({ name: 'CallError', status: 500 })))
})
