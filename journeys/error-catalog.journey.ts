import type { Route } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { textsOn, wordsOf } from './support/other-words.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'edna.fault@mail.example', password: PASSWORD }
const GENERIC = "We've encountered an unexpected error at this time. Please try again later."
const SESSION_OVER = 'Your session is invalid. Please clear your cookies and login again.'

/** The unexpected replies that the applicant's browser may get. */
const replies = {
  html: (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Proxy</p>' }),
  nothing: (route: Route) => route.fulfill({ status: 502, body: '' }),
  sentence: (route: Route) => route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
  number: (route: Route) => route.fulfill({ status: 500, json: { message: 7 } }),
  dead: (route: Route) => route.abort('connectionrefused'),
} as const

// A single pattern, because Playwright misreads an array of two.
test.use({ expectedFaults: [/^Failed to load resource|invented|(split|trim|includes) is not a function/] })

test('whatever the server replies, the applicant reads what happened and loses nothing', async ({
  page,
  context,
  product,
  mailbox,
  look,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const toast = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  const replying = async (path: string, reply: keyof typeof replies) => {
    await page.unrouteAll()
    await page.route(`**${path}`, replies[reply])
  }
  const logOut = async () => {
    await button('Account').click()
    await button('Log Out').click()
  }
  /** Expects the newest message under this title, which proves these requirements, and then closes it. */
  const reads = async (title: string, text: string, ...ids: readonly string[]) => {
    await expect(toast(title).getByText(text, { exact: true }), proves(...ids)).toBeVisible()
    await toast(title).getByRole('button').click()
    await expect(toast(title)).toHaveCount(0)
  }

  await test.step('a visitor adds a college, and signs up', async () => {
    await page.clock.install()
    await page.goto('/education')
    await button('Add another college').click()
    await answer(page, 'college_name', 'First College')
    await answer(page, 'ged_transfer', 'D')
    await button('Save and Continue').click()
    await signUp(page, mailbox, person)
  })

  await test.step('a wrong password is a Login Card Error, and no session that is over', async () => {
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await button('Submit').click()
    await expect(
      toast('Login Card Error').getByText('That email or password isn’t right. Try again or reset your password.'),
      proves('8.auth-submit.1'),
    ).toBeVisible()
    await expect(page.getByText(SESSION_OVER)).toHaveCount(0)
    await look('login-card-error')
  })

  await test.step('a code cannot be sent again to no address', async () => {
    await page.getByLabel('Email address').fill('edna')
    await button('Resend confirmation code?').click()
    await reads(
      'Resend Confirmation Code Error',
      'You must provide a valid email address to resend a confirmation code.',
      ...['8.resend-code.1', '5.auth.16'],
    )
  })

  await test.step('the college that cannot be carried over is named, and kept', async () => {
    await replying('/api/add-another', 'sentence')
    await logIn(page, person)
    await expect(toast('Login Card Error'), 'an outdated message disappears').toHaveCount(0)
    await reads('Error adding another college', 'The disk is full.', '8.add-another.1')
    await page.reload()
    await reads('Error adding another college', 'The disk is full.')
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(page.getByRole('heading', { name: 'College 2', exact: true })).toBeVisible()
  })

  for (const [reply, text, id] of [
    ['html', GENERIC, '8.not-json.1'],
    ['nothing', GENERIC, '8.not-json.1'],
    ['sentence', 'The disk is full.', '8.other-status.1'],
    ['number', GENERIC, '8.other-status.2'],
    ['dead', 'We can’t reach the server. Please check your connection and try again.', '8.uncaught.2'],
  ] as const) {
    await test.step(`an uncaught error of a call: ${reply}`, async () => {
      await replying('/api/logout', reply)
      await logOut()
      await reads('Unexpected Error', text, '8.uncaught.2', id)
    })
  }

  await test.step('an error of Add another, and one of tabs', async () => {
    await replying('/api/add-another', 'html')
    await button('Add another college').click()
    await reads('Error adding another college', GENERIC, '8.add-another.1', '8.not-json.1')
    await replying('/api/tabs', 'sentence')
    await page.getByRole('tab', { name: 'GED or HiSET documents' }).click()
    await reads(
      'Error handling tabs for Upload a transcript or diploma, if you have one',
      'The disk is full.',
      '8.tabs.1',
    )
  })

  await test.step('an uncaught error of an event is shown for five minutes, and logged', async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)) // from here on, only runFor lets time pass
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('invented "Edna" 406555')), 0))
    await page.clock.runFor(10)
    // A call in flight ends under the frozen clock, with a message of its own under the same title.
    const message = toast('Unexpected Error').getByText(GENERIC)
    await expect(message, proves('8.uncaught.2')).toBeVisible()
    await expect.poll(product.log).toContain('Error: invented')
    expect(await product.log()).not.toMatch(/Edna|406555/)
    // The timer of a toast is paused while the pointer or the focus is on it.
    await page.getByRole('heading', { level: 1 }).click()
    await page.clock.runFor(299_000)
    await expect(message, proves('8.uncaught.1', '9.toast.5')).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(message, proves('8.uncaught.1', '9.toast.5')).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('an error while a page is drawn is a dialog, and the other pages stay open', async () => {
    await page.unrouteAll()
    await page.route('**/api/profile', async (route) => {
      const profile = await (await route.fetch()).json()
      await route.fulfill({ json: { ...profile, last_page: '/about', answer: { ...profile.answer, birth_date: 7 } } })
    })
    await page.goto('/about')
    const dialog = page.getByRole('dialog', { name: 'Unexpected Error' })
    await expect(dialog.getByText(GENERIC), proves('8.uncaught.1', '8.uncaught.2')).toBeVisible()
    await look('unexpected-error')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: /Submit/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible()
    await expect.poll(product.log).toMatch(/TypeError: .* is not a function/)
  })

  await test.step('an error of a route is the root error page, and logged', async () => {
    await replying('/api/profile', 'html')
    await page.goto('/about')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Something went wrong.', exact: true }),
      proves('8.route.1', '2.routes.30'),
    ).toBeVisible()
    await expect(
      page.getByText(
        'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
        { exact: true },
      ),
      proves('2.routes.31'),
    ).toBeVisible()
    await look('root-error')
    await expect.poll(product.log).toContain('CallError unexpected 200')
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Go back to your application' }).click()
    await page.getByRole('link', { name: /Personal Info/ }).click()
    await expect(page.locator('#first_name')).toBeVisible()
  })

  const forgetSession = async () => {
    // Deletes the session cookie and every other one that only the server reads. The identity cookie stays.
    const hidden = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
    for (const { name } of hidden) await context.clearCookies({ name })
  }
  await test.step('the server no longer knows the session: /login with the sentence, and nothing is lost', async () => {
    await forgetSession()
    await answer(page, 'first_name', 'Edna')
    await expect(page, proves('8.unauthorized.3')).toHaveURL(/\/login$/)
    await expect(
      page.getByRole('alert').getByText(SESSION_OVER, { exact: true }),
      proves('8.unauthorized.3'),
    ).toBeVisible()
    await look('session-over')
    await logIn(page, person)
    await expect(page.locator('#first_name')).toHaveValue('Edna')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('the same on logging out', async () => {
    await forgetSession()
    await logOut()
    await expect(page).toHaveURL(/\/login$/)
    await expect(
      page.getByRole('alert').getByText(SESSION_OVER, { exact: true }),
      proves('8.unauthorized.4'),
    ).toBeVisible()
  })
})

test('the same in Spanish, each message as the PO file has it', async ({ page, context, product, mailbox }) => {
  const texts = await wordsOf(product.address, 'es')
  const es = (english: string): string => {
    const text = texts[english]
    if (typeof text !== 'string') throw new Error(`There is no Spanish for “${english}”.`)
    return text
  }
  const english = new Set(Object.keys(texts).filter((each) => / \S+ /.test(each) && texts[each] !== each))
  const button = (name: string) => page.getByRole('button', { name: es(name), exact: true })
  const toast = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  const expectSpanish = async (where: string) =>
    expect(
      (await textsOn(page)).filter((each) => english.has(each)),
      where,
    ).toEqual([])
  const reads = async (title: string, text: string) => {
    await expect(toast(title).getByText(text, { exact: true })).toBeVisible()
    await expectSpanish(title)
    await toast(title).getByRole('button').click()
    await expect(toast(title)).toHaveCount(0)
  }
  const replying = async (path: string, reply: keyof typeof replies) => {
    await page.unrouteAll()
    await page.route(`**${path}`, replies[reply])
  }
  const logOut = async () => {
    await button('Account').click()
    await button('Log Out').click()
  }
  const UNREACHABLE = 'We can’t reach the server. Please check your connection and try again.'

  await test.step('a visitor signs up, and reads on in Spanish', async () => {
    await page.goto('/education')
    await answer(page, 'ged_transfer', 'D')
    await page.getByRole('button', { name: 'Save and Continue', exact: true }).click()
    await signUp(page, mailbox, person)
    await page.getByRole('banner').getByRole('link', { name: 'Español', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: es('Log In') })).toBeVisible()
  })

  await test.step('what the server refuses on the card', async () => {
    await page.locator('#username').fill(person.email)
    await page.locator('#password').fill('no es esta 2027')
    await button('Submit').click()
    await reads(es('Login Card Error'), es('That email or password isn’t right. Try again or reset your password.'))
    await page.locator('#username').fill('edna')
    await button('Resend confirmation code?').click()
    await reads(
      es('Resend Confirmation Code Error'),
      es('You must provide a valid email address to resend a confirmation code.'),
    )
    await page.locator('#username').fill(person.email)
    await page.locator('#password').fill(PASSWORD)
    await button('Submit').click()
    await expect(page).toHaveURL(/\/about$/)
    await page.getByRole('link', { name: new RegExp(es('Academic History')) }).click()
    await expect(page).toHaveURL(/\/education$/)
  })

  for (const [reply, text] of [
    ['html', GENERIC],
    ['nothing', GENERIC],
    ['number', GENERIC],
    ['dead', UNREACHABLE],
  ] as const)
    await test.step(`an uncaught error of a call: ${reply}`, async () => {
      await replying('/api/logout', reply)
      await logOut()
      await reads(es('Unexpected Error'), es(text))
    })

  await test.step('an error of Add another, and one of tabs', async () => {
    const title = (sentence: string, name: string, value: string) => es(sentence).replace(`{${name}}`, value)
    await replying('/api/add-another', 'html')
    await button('Add another college').click()
    await expectToast(GENERIC)
    await replying('/api/tabs', 'html')
    await page.getByRole('tab', { name: es('GED or HiSET documents') }).click()
    await reads(
      title('Error handling tabs for {question}', 'question', es('Upload a transcript or diploma, if you have one')),
      es(GENERIC),
    )
    async function expectToast(text: string) {
      const shown = page.getByRole('listitem').filter({ has: page.getByText(es(text), { exact: true }) })
      await expect(shown).toBeVisible()
      await expectSpanish('Add another')
      await shown.getByRole('button').click()
      await expect(shown).toHaveCount(0)
    }
  })

  await test.step('an error while a page is drawn, and one of a route', async () => {
    await page.unrouteAll()
    await page.route('**/api/profile', async (route) => {
      const profile = await (await route.fetch()).json()
      await route.fulfill({ json: { ...profile, last_page: '/about', answer: { ...profile.answer, birth_date: 7 } } })
    })
    await page.goto('/about')
    await expect(page.getByRole('dialog', { name: es('Unexpected Error') }).getByText(es(GENERIC))).toBeVisible()
    await expectSpanish('the dialog')
    await replying('/api/profile', 'html')
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1, name: es('Something went wrong.'), exact: true })).toBeVisible()
    await expect(
      page.getByText(
        es('The issue that caused you to see this has been logged. We will get it fixed as soon as possible.'),
        { exact: true },
      ),
    ).toBeVisible()
    await expectSpanish('the root error')
    await page.unrouteAll()
    await page.getByRole('link', { name: es('Go back to your application') }).click()
  })

  await test.step('the server no longer knows the session', async () => {
    await page.getByRole('link', { name: new RegExp(es('Personal Info')) }).click()
    await expect(page.locator('#first_name')).toBeEditable()
    for (const { name } of (await context.cookies()).filter(({ httpOnly }) => httpOnly))
      await context.clearCookies({ name })
    await page.locator('#first_name').fill('Edna')
    await page.locator('#first_name').blur()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('alert').getByText(es(SESSION_OVER), { exact: true })).toBeVisible()
    await expectSpanish('the session that is over')
  })
})
