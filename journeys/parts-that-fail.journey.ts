import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, takenOver } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'pat.patience@mail.example', password: PASSWORD }
test.use({
  sharesProduct: true,
  expectedFaults: [/status of (404|503)|ERR_(FAILED|INTERNET_DISCONNECTED)|dynamically imported module/],
})

/** Makes the first few requests for a file fail, as a proxy of a busy server does. */
const refuse = async (page: Page, files: string, times: number, status = 503) => {
  let left = times
  await page.route(files, (route) => {
    left -= 1
    return left < 0 ? route.continue() : route.fulfill({ status, headers: { 'retry-after': '1' }, body: 'Busy.' })
  })
  return () => page.unroute(files)
}
const statusMessage = (page: Page, words: string) => page.locator('[aria-live=polite]').filter({ hasText: words })

test('a style sheet that is refused at first is loaded a moment later, and nothing is oversized meanwhile', async ({
  page,
  look,
}) => {
  await refuse(page, '**/assets/*.css', 4)
  await page.goto('/about')
  await expect(statusMessage(page, 'Still loading. Trying again…')).toBeVisible()
  const logo = await page.locator('header svg').first().boundingBox()
  expect(logo?.width).toBeLessThan(60)
  await page.unroute('**/assets/*.css')
  await expect(page.locator('header')).not.toHaveCSS('font-family', /^"?Times/)
  await look('style-sheet-came')
})

test('a script that cannot be loaded leaves a message and a link to load the page again', async ({ page, look }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/about')
  await expect(page.getByText('This page is taking longer than usual to load.')).toBeVisible()
  await look('no-script')
  await page.unroute('**/assets/index-*.js')
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await expect(page.locator('#first_name')).toBeEditable()
  await expect(page.getByText('This page is taking longer than usual to load.')).toHaveCount(0)
})

test('a page that cannot be loaded is tried again while the current one stays, and then when a button is pressed', async ({
  page,
  look,
}) => {
  const logInLink = page.getByRole('link', { name: 'click here to log back in' })
  const again = page.getByRole('button', { name: 'Try again' })
  const logInHeading = page.getByRole('heading', { level: 1, name: 'Log In' })

  await test.step('refused twice, it comes by itself', async () => {
    await page.goto('/about')
    await answer(page, 'first_name', 'Pat')
    await refuse(page, '**/assets/account-*.js', 3) // the part, the check that follows, and the part again
    await logInLink.click()
    await expect(statusMessage(page, 'Still loading. Trying again…')).toBeVisible()
    await expect(page.locator('#first_name')).toBeVisible()
    await look('still-loading')
    await expect(logInHeading).toBeVisible()
    await page.unroute('**/assets/account-*.js')
  })

  await test.step('refused for long, it comes at a press', async () => {
    await page.route('**/assets/account-*.js', (route) => route.abort())
    await page.goto('/about')
    await takenOver(page)
    await logInLink.click()
    await expect(again).toBeVisible()
    await expect(page.locator('#first_name')).toHaveValue('Pat')
    await look('try-again')
    await page.unroute('**/assets/account-*.js')
    await again.click()
    await expect(logInHeading).toBeVisible()
    await expect(again).toHaveCount(0)
  })

  await test.step('of an older release, it is worth a reload, and the answers are kept', async () => {
    await page.goto('/about')
    await takenOver(page)
    await refuse(page, '**/assets/account-*.js', 99, 404)
    await logInLink.click()
    await expect(statusMessage(page, 'Part of this page needs to reload. Your answers are safe.')).toBeVisible()
    await look('reload')
    await page.unroute('**/assets/account-*.js')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.locator('#first_name')).toHaveValue('Pat')
    await logInLink.click()
    await expect(logInHeading).toBeVisible()
  })
})

test('an applicant who goes offline right after the first click can still open the other pages', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await takenOver(page)
  await page.locator('#first_name').click()
  await page.waitForFunction(() => performance.getEntriesByName('fetched ahead').length > 0)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: /Academic History/ }).click()
  await expect(page.locator('#college_name')).toBeEditable()
  await page.getByRole('link', { name: /Submit/ }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
})

test('a link to the school leads to its field however late it is loaded, and a refused call is sent again', async ({
  page,
  mailbox,
}) => {
  await page.route('**/assets/later-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await page.goto('/education#college_name')
  await expect(page.locator('#college_name')).toBeFocused()
  await expect(page.locator('#college_name'), proves('2.summary.5')).toBeInViewport()

  await page.goto('/signup')
  await signUp(page, mailbox, person)
  let refusals = 1
  await page.route('**/public/login', (route) => {
    refusals -= 1
    if (refusals < 0) return route.continue()
    const json = { message: 'We’re very busy right now. Please try again in a moment.', code: 'busy' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '4' }, json })
  })
  const inside = logIn(page, person)
  await expect(statusMessage(page, 'We’re very busy right now. Trying again…')).toBeVisible()
  await inside
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Info' })).toBeVisible()
})
