import { logIn, PASSWORD } from './support/accounts.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const EMAIL = 'Ada.Life@mail.example'
const NEW_PASSWORD = 'Tamarack-and-frost 2028'
const LAST_PASSWORD = 'Aspen-and-thaw 2029'

// The browser reports every request that the server refuses.
test.use({ expectedFaults: [/^Failed to load resource: the server responded with a status of 4/] })

test('an applicant confirms an account, resets and changes the password, and logs out', async ({
  page,
  mailbox,
  look,
}) => {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const submit = () => page.getByRole('button', { name: 'Submit', exact: true }).click()
  const toast = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  const card = (title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
  const resetLink = async () => {
    const { text } = await mailbox.mailTo(EMAIL, /^Choose a new password$/)
    const link = /^http\S+\/reset\S+$/m.exec(text)?.[0]
    if (link === undefined) throw new Error('The mail holds no link.')
    return link
  }

  await test.step('on the sign-up card the list follows the password', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/public/signup')) sent.push(request.method())
    })
    await page.goto('/signup')
    await expect(card('Sign Up'), proves('2.auth-cards.2')).toBeVisible()
    await submit()
    await expect(page.getByText('Your email address must be valid.')).toBeVisible()
    await field('Email address').fill(EMAIL)
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect(rule('is at least 12 characters'), proves('5.auth.12')).toHaveText(/characters$/)
    await field('Password').fill('larch-and-snow')
    await expect(rule('is at least 12 characters'), proves('5.auth.13')).toHaveText(/, met$/)
    await expect(rule('contains at least one uppercase letter'), proves('5.auth.13')).toHaveText(/, not met yet$/)
    await look('signup-half-met')
    await field('Password').fill(PASSWORD)
    await expect(rule('contains at least one uppercase letter')).toHaveText(/, met$/)
    await submit()
    await expect(page, proves('2.navigation.5')).toHaveURL(/\/confirm$/)
    expect(sent, proves('5.when.7')).toEqual(['POST']) // not the first time, when nothing was filled in
    await expect(card('Confirm Your Account'), proves('2.auth-cards.3')).toBeVisible()
    await expect(field('Email address'), proves('2.routes.8')).toHaveValue(EMAIL)
  })

  await test.step('before confirming she cannot log in, and reads why', async () => {
    await page.goto('/login')
    await expect(card('Log In'), proves('2.auth-cards.1')).toBeVisible()
    await field('Email address').fill(EMAIL)
    await field('Password').fill(PASSWORD)
    await submit()
    await expect(toast('Login Card Error').getByText(/^This account isn’t confirmed yet\./)).toBeVisible()
  })

  await test.step('on a phone the toast lies on nothing of the card, which says the same', async () => {
    const usual = page.viewportSize() ?? { width: 1280, height: 800 }
    for (const [width, height] of [
      [320, 568],
      [390, 760],
    ] as const) {
      await page.setViewportSize({ width, height })
      const said = page.locator('form').getByText(/^This account isn’t confirmed yet\./)
      await said.scrollIntoViewIfNeeded()
      const words = await said.boundingBox()
      const cardBox = await page.locator('form').boundingBox()
      const toastBox = await toast('Login Card Error').boundingBox()
      expect(words && words.y >= 0 && words.y + words.height <= height, `in sight at ${width}`).toBe(true)
      expect(cardBox && toastBox && toastBox.y >= cardBox.y + cardBox.height, `below the card at ${width}`).toBe(true)
    }
    await page.setViewportSize(usual)
  })

  await test.step('the code is sent again, to a right address only', async () => {
    const first = await mailbox.codeFor(EMAIL)
    await field('Email address').fill('')
    await page.getByRole('button', { name: 'Resend confirmation code?' }).click()
    await expect(
      toast('Resend Confirmation Code Error').getByText(
        'You must provide a valid email address to resend a confirmation code.',
      ),
      proves('5.auth.16'),
    ).toBeVisible()
    await field('Email address').fill(EMAIL)
    await page.getByRole('button', { name: 'Resend confirmation code?' }).click()
    await expect(page, proves('2.navigation.6')).toHaveURL(/\/confirm$/)
    await expect(toast('Resend Confirmation Code Error'), 'an outdated message disappears').toHaveCount(0)
    await expect(field('Email address')).toHaveValue(EMAIL)
    expect(await mailbox.codeFor(EMAIL), 'every mailed code works until it expires').toBe(first)

    await field('Confirmation code').fill(first === '111111' ? '222222' : '111111')
    await submit()
    await expect(
      toast('Confirm Account Card Error').getByText(/^That code isn’t right, or it has expired\./),
      proves('8.auth-submit.1'),
    ).toBeVisible()
  })

  await test.step('the right one, pasted with a space, confirms', async () => {
    await field('Confirmation code').fill(` ${await mailbox.codeFor(EMAIL)} `)
    await submit()
    await expect(page, proves('2.navigation.7')).toHaveURL(/\/login$/)
    await expect(toast('Confirm Account Card Error')).toHaveCount(0)
    await expect(field('Email address')).toHaveValue(EMAIL)
    await expect(field('Password')).toBeFocused()
    await look('login')
  })

  await test.step('a forgotten password: the mailed link opens the card, which knows whose it is', async () => {
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(card('Forgot Password'), proves('2.auth-cards.4')).toBeVisible()
    await field('Email address').fill(EMAIL)
    await submit()
    await expect(toast('Success')).not.toHaveCount(0)
    await expect(card('Check your email')).toBeFocused()
    await look('forgot-sent')
    await page.goto(await resetLink())
    await expect(card('Reset Password'), proves('2.auth-cards.5')).toBeVisible()
    await expect(field('Email address'), proves('2.routes.13')).toHaveValue(EMAIL.toLowerCase())
    await field('Password').fill(NEW_PASSWORD)
    await field('Confirm password').fill(`${NEW_PASSWORD}!`)
    await submit()
    await expect(page.getByText('Confirm password: passwords must match')).toBeVisible()
    await look('reset-no-match')
    await field('Confirm password').fill(NEW_PASSWORD)
    await submit()
    // The server changes the password only for the id of the link, which the page knows from its query alone.
    await expect(page, proves('2.routes.13', '2.navigation.8')).toHaveURL(/\/login$/)
  })

  await test.step('the link is good once', async () => {
    await page.goto(await resetLink())
    await field('Password').fill(`${NEW_PASSWORD}!`)
    await field('Confirm password').fill(`${NEW_PASSWORD}!`)
    await submit()
    await expect(toast('Reset Password Card Error').getByText(/was already used or isn’t valid/)).toBeVisible()
    await look('reset-used-link')
  })

  await test.step('the new password lets her in, the old one does not', async () => {
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await field('Email address').fill(EMAIL)
    await field('Password').fill(PASSWORD)
    await submit()
    await expect(
      toast('Login Card Error').getByText('That email or password isn’t right. Try again or reset your password.'),
      proves('8.auth-submit.1'),
    ).toBeVisible()
    await logIn(page, { email: EMAIL, password: NEW_PASSWORD })
    await expect(page, proves('2.navigation.4')).toHaveURL(/\/about$/)
    await expect(toast('Login Card Error')).toHaveCount(0)
  })

  await test.step('signed in, a card says so and stays, and the link of a mail is used all the same', async () => {
    await page.goto('/signup')
    await expect(page.getByRole('heading', { level: 1, name: 'You’re logged in' })).toBeVisible()
    await expect(page.getByText(`You’re logged in as ${EMAIL.toLowerCase()}.`)).toBeVisible()
    await look('signed-in-card')
    const link = await resetLink()
    const profile = page.waitForResponse((reply) => reply.url().endsWith('/api/profile'))
    await page.goto(link)
    await profile
    await field('Password').fill(`${NEW_PASSWORD}!`)
    // Waits longer than the second after which the page checks what other tabs have done.
    await page.waitForTimeout(2_000)
    await expect(page).toHaveURL(/\/reset\?/)
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.getByRole('button', { name: 'Go to your application' }).click()
    await expect(page).toHaveURL(/\/about$/)
  })

  await test.step('she changes her password from the menu, and a mail says so', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Password', { exact: true }).fill(LAST_PASSWORD)
    await dialog.getByLabel('Confirm password', { exact: true }).fill(LAST_PASSWORD)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    // Behind the dialog, the toast is not exposed as a list item, but it is announced.
    await expect(page.getByText('Your current password isn’t right.').first()).toBeVisible()
    await look('change-password')
    await dialog.getByLabel('Current password', { exact: true }).fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/about$/)
    await mailbox.mailTo(EMAIL, /^Your password was changed$/)
  })

  await test.step('the account menu shows her login name and logs her out', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Account' })
    await expect(menu.getByText(EMAIL.toLowerCase(), { exact: true }), proves('2.account-menu.6')).toBeVisible()
    await expect(menu.locator('p svg'), proves('2.account-menu.6')).toBeVisible()
    await look('account-menu')
    await expect(menu.getByRole('button', { name: 'Log Out' }), proves('2.account-menu.5')).toBeVisible()
    await menu.getByRole('button', { name: 'Log Out' }).click()
    await expect(page, proves('2.navigation.9')).toHaveURL(/\/login$/)
    const message = page
      .getByRole('listitem', { name: 'Success Notification' })
      .filter({ hasText: 'You have been logged out.' })
    await expect(message, proves('2.toast.3')).toBeVisible()
    await page.reload()
    await expect(card('Log In')).toBeVisible()
    await expect(field('Email address'), 'the next person sees no address').toHaveValue('')
    await expect(message).toHaveCount(0)
  })

  await test.step('too many wrong tries show a message to wait', async () => {
    await field('Email address').fill(EMAIL)
    const throttled = toast('Login Card Error').getByText(/^Too many attempts\. Please try again in \d+ /)
    for (let tries = 0; tries < 30 && !(await throttled.isVisible()); tries += 1) {
      await field('Password').fill(`wrong ${tries}`)
      const reply = page.waitForResponse('**/public/login')
      await submit()
      await reply
      await expect(toast('Login Card Error')).toBeVisible()
    }
    await expect(throttled).toBeVisible()
  })
})
