import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'iris.away@mail.example', password: PASSWORD }
const MINUTE = 60_000
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|status of 401/] })

test('an applicant who is idle is asked, then logged out in all tabs, and comes back to the same page and answers', async ({
  page,
  context,
  mailbox,
  look,
}) => {
  const prompt = (at: Page) => at.getByRole('dialog', { name: 'Still working?' })
  const loggedOut = (at: Page) => at.getByText('You have been automatically logged out due to inactivity.')
  let now = Date.now()
  /** Lets time pass in every tab. Otherwise the date does not change, so that a slow machine makes nobody idle. */
  const later = async (milliseconds: number) => {
    now += milliseconds
    await context.clock.setFixedTime(now)
    await context.clock.fastForward(milliseconds)
  }
  /** Time passes without any timer running. */
  const asleep = async () => {
    now += 60 * MINUTE
    await context.clock.setFixedTime(now)
  }
  await context.clock.install({ time: now })
  await context.clock.setFixedTime(now)

  await test.step('a visitor is never asked', async () => {
    const monitor = page.waitForResponse('**/assets/beside-pages-*.js')
    await page.goto('/signup')
    await (await monitor).finished()
    await context.clock.runFor(2000)
    await later(20 * MINUTE)
    await expect(prompt(page), proves('4.idle.1', '4.idle.7')).toHaveCount(0)
    await expect(page, proves('4.idle.1', '4.idle.7')).toHaveURL(/\/signup$/)
  })

  await test.step('she signs up, logs in and goes to the second page', async () => {
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(page).toHaveURL(/\/education$/)
    await context.clock.runFor(2000)
  })

  await test.step('after 14 of 15 minutes she is asked whether she is still working, and stays', async () => {
    await later(14 * MINUTE - 1000)
    await expect(prompt(page), proves('4.idle.2', '9.idle.2')).toHaveCount(0)
    await later(1000)
    await expect(prompt(page), proves('4.idle.2', '9.idle.2')).toBeVisible()
    await expect(prompt(page).getByRole('timer'), proves('4.idle.2', '9.idle.2')).toHaveText('60 seconds left')
    const stay = prompt(page).getByRole('button', { name: 'Stay logged in', exact: true })
    await expect(stay, proves('4.idle.3')).toBeVisible()
    await expect(prompt(page).getByRole('button', { name: 'Log out' }), proves('4.idle.3')).toBeVisible()
    await look('still-working')
    await stay.click()
    await expect(prompt(page)).toHaveCount(0)
    await later(13 * MINUTE)
    await expect(prompt(page)).toHaveCount(0)
    await expect(page, proves('4.idle.4')).toHaveURL(/\/education$/)
  })

  const second = await context.newPage()
  await test.step('in another tab she goes on; neither tab asks while she works in one', async () => {
    const monitor = second.waitForResponse('**/assets/beside-pages-*.js')
    await second.goto('/about')
    await (await monitor).finished() // before it is there, nobody sees her move
    await context.clock.runFor(2000)
    await second.mouse.move(20, 20)
    await second.mouse.move(40, 40)
    await later(2 * MINUTE)
    await expect(prompt(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/education$/)
  })

  await test.step('the line breaks, she types one more answer, and leaves the computer', async () => {
    await page.bringToFront()
    await context.setOffline(true)
    await answerAll(page, { college_name: 'Flathead Valley' })
    await context.clock.runFor(2000)
    await expect(page.getByText('Not saved yet. You’re offline.')).toBeVisible()
  })

  await test.step('after 15 minutes both tabs are logged out, and nothing of her is on the screen', async () => {
    await later(15 * MINUTE - 1000)
    await expect(prompt(page).getByRole('timer'), proves('9.idle.1')).toHaveText('1 second left')
    await later(1000)
    for (const each of [page, second]) {
      await expect(each, proves('1.inactivity.1', '4.idle.5', '9.idle.1')).toHaveURL(/\/login$/)
      await expect(loggedOut(each), proves('4.idle.5', '8.inactivity.1')).toBeVisible()
    }
    await look('logged-out')
  })

  await test.step('once the line is back the server has ended the session too', async () => {
    const session = (await context.cookies()).find(({ name }) => name.startsWith('causeway-session'))
    expect(session).toBeTruthy()
    await context.setOffline(false)
    const profile = () =>
      page.request.get('/api/profile', { headers: { Cookie: `${session?.name}=${session?.value}` } })
    await expect.poll(async () => (await profile()).status()).toBe(401)
  })

  await test.step('she logs in and is on the same page, with the answer the server never had', async () => {
    await logIn(page, person)
    await expect(page).toHaveURL(/\/education$/)
    await expect(page.locator('#college_name')).toHaveValue('Flathead Valley')
    await context.clock.runFor(2000)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(second).toHaveURL(/\/(about|education)$/)
  })

  await test.step('a laptop that slept for an hour shows nothing when it wakes', async () => {
    await asleep()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page, proves('4.idle.6')).toHaveURL(/\/login$/)
    await expect(loggedOut(page)).toBeVisible()
    await expect(second).toHaveURL(/\/login$/)
  })

  await test.step('so does a page that is loaded again after an hour', async () => {
    await second.close()
    await logIn(page, person)
    await context.clock.runFor(2000)
    await asleep()
    await page.goto('/education')
    await expect(page).toHaveURL(/\/login$/)
    await expect(loggedOut(page)).toBeVisible()
  })
})
