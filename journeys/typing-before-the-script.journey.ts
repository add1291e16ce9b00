import type { Page } from '@playwright/test'
import { answer, reportsOf, takenOver } from './support/applicant.ts'
import { expect, test } from './support/story.ts'
import { expectRightWords, translate } from './support/translator.ts'

test.use({ sharesProduct: true })

/** Holds every script of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let isHeld = true
  const waiting: (() => void)[] = []
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  return async () => {
    isHeld = false
    for (const go of waiting) go()
    await takenOver(page)
  }
}

/** The sum of all layout shifts so far; those right after a key press do not count. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )

test('a visitor reads and types before any script has come, and nothing is lost when it comes', async ({
  page,
  look,
}) => {
  const reports = reportsOf(page)
  const release = await holdScripts(page)
  const first = page.locator('#first_name')
  const last = page.locator('#last_name')

  await test.step('the page has its words and its fields, and nothing that could be submitted', async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: 'Personal Info' })).toBeVisible()
    await expect(page.locator('header')).toContainText('Bridger State University')
    await expect(first).toBeEditable()
    await expect(page.locator(':is(input, select, textarea)[name]')).toHaveCount(0)
    await look('before-the-script')
  })

  await test.step('typed, checked and chosen without a script', async () => {
    await first.fill('Maya')
    for (const [suffix, part] of [
      ['', '3'],
      ['-day', '14'],
      ['-year', '2004'],
    ]) {
      await page.locator(`#birth_date${suffix}`).fill(part ?? '')
    }
    await page.locator('#birth_state').selectOption('Ohio')
    await page.locator('#us_citizen-N').check()
    await page.locator('#optin_sms_ind').check()
    await page.locator('input[type=tel]').first().fill('4065551234')
    await last.pressSequentially('Ortega')
    for (const _ of 'ega') await last.press('ArrowLeft')
    await last.press('Enter')
    expect(new URL(page.url()).search).toBe('') // Enter has submitted nothing
  })

  await test.step('the script comes: all of it stays, with the focus and the caret', async () => {
    await release()
    await expect(page).toHaveURL(/\/about$/)
    await expect(last).toBeFocused()
    await page.keyboard.type('-')
    await expect(last).toHaveValue('Ort-ega')
    await expect(first).toHaveValue('Maya')
    await expect(page.locator('#birth_date-year')).toHaveValue('2004')
    await expect(page.locator('#birth_state')).toHaveValue('Ohio')
    await expect(page.locator('#us_citizen-N')).toBeChecked()
    await expect(page.locator('#optin_sms_ind')).toBeChecked()
    await expect(page.locator('input[type=tel]').first()).toHaveValue('(406) 555-1234')
    await expect(page.locator('#perm_resident-Y')).toBeVisible() // the question that the answer shows
    expect(reports, 'differences between the page as sent and as drawn').toEqual([])
  })

  await test.step('it is kept on the device', async () => {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.drafts') ?? '')).toContain('Ort-ega')
    await page.reload()
    await expect(first).toHaveValue('Maya')
    await expect(page.locator('#birth_date')).toHaveValue('3')
    await expect(page.locator('#us_citizen-N')).toBeChecked()
  })
})

test('nothing moves when the script takes over', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.locator('#first_name')).toBeEditable()
  await page.evaluate(() => document.fonts.ready)
  await release()
  expect(await shifts(page)).toBeLessThanOrEqual(0.02)
})

test('what is typed into the log-in card before the script stays, and the button can be pressed once it works', async ({
  page,
}) => {
  const reports = reportsOf(page)
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const submit = page.getByRole('main').getByRole('button', { name: /^(Log in|Submit)$/ })
  await expect(submit).toBeDisabled()
  await page.locator('#username').fill('maya@mail.example')
  const password = page.locator('#password')
  await password.pressSequentially('Larch-snow 2027')
  for (const _ of 'snow 2027') await password.press('ArrowLeft')
  await password.press('Enter')
  expect(new URL(page.url()).search, 'Enter has submitted nothing').toBe('')
  await release()
  await expect(submit).toBeEnabled()
  await expect(password).toBeFocused()
  await page.keyboard.type('and-')
  await expect(password).toHaveValue('Larch-and-snow 2027')
  await expect(page.locator('#username')).toHaveValue('maya@mail.example')
  expect(reports, 'differences between the page as sent and as drawn').toEqual([])
})

test('what is typed into a page that the browser has translated before the script stays, with the focus and the caret', async ({
  page,
}) => {
  const reports = reportsOf(page)
  const release = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.locator('#first_name')).toBeEditable()
  await translate(page)
  await page.locator('#first_name').fill('Maya')
  await page.locator('#birth_date').fill('3')
  await page.locator('#birth_state').selectOption('Ohio')
  await page.locator('#us_citizen-N').check()
  await page.locator('#optin_sms_ind').check()
  const last = page.locator('#last_name')
  await last.pressSequentially('Ortega')
  for (const _ of 'ega') await last.press('ArrowLeft')
  await release()
  await expect(last).toBeFocused()
  await page.keyboard.type('-')
  await expect(last).toHaveValue('Ort-ega')
  await expect(page.locator('#first_name')).toHaveValue('Maya')
  await expect(page.locator('#birth_date')).toHaveValue('3')
  await expect(page.locator('#birth_state')).toHaveValue('Ohio')
  await expect(page.locator('#us_citizen-N')).toBeChecked()
  await expect(page.locator('#optin_sms_ind')).toBeChecked()
  await expect(page.locator('#perm_resident-Y')).toBeVisible() // the question that the answer shows
  await expectRightWords(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.drafts') ?? '')).toContain('Ort-ega')
  expect(reports, 'differences between the page as sent and as drawn').toEqual([])
})

test('a draft of an earlier visit asks, and what was typed before the script is newer', async ({ page, context }) => {
  await page.goto('/about')
  await answer(page, 'first_name', 'Theodora')
  await answer(page, 'last_name', 'Finch')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.drafts') ?? '')).toContain('Finch')
  await page.close()

  const later = await context.newPage()
  const release = await holdScripts(later)
  await later.goto('/about', { waitUntil: 'commit' })
  await later.locator('#first_name').fill('Dora')
  await release()
  await later.getByRole('dialog').getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(later.locator('#first_name')).toHaveValue('Dora')
  await expect(later.locator('#last_name')).toHaveValue('Finch')
})

test('what was typed as soon as the script had come outlives the tab, and another tab asks whose it is', async ({
  page,
  context,
}) => {
  await page.goto('/about', { waitUntil: 'commit' })
  const first = page.locator('#first_name')
  await takenOver(page)
  await first.fill('Theodora')
  await page.locator('#us_citizen-Y').check()
  await page.close()

  const later = await context.newPage()
  await later.goto('/about')
  await later.getByRole('dialog').getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(later.locator('#first_name')).toHaveValue('Theodora')
  await expect(later.locator('#us_citizen-Y')).toBeChecked()
})

test('of two radio buttons chosen before the script, the last one counts while it has the focus', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('#us_citizen-Y').check()
  await page.locator('#us_citizen-N').check()
  await release()
  await expect(page.locator('#us_citizen-N')).toBeChecked()
  await expect(page.locator('#us_citizen-Y')).not.toBeChecked()
})

test('without JavaScript the page can be read, and says that it needs it', async ({ browser, baseURL, page, look }) => {
  await page.goto('/about')
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const still = await context.newPage()
  await still.goto('/about')
  await expect(still.locator('.unscripted')).toBeVisible() // inside noscript, which no search by text finds
  await expect(still.locator('.unscripted')).toContainText('This application needs JavaScript.')
  await expect(still.getByRole('heading', { level: 1, name: 'Personal Info' })).toBeVisible()
  await expect(still.locator('#first_name')).toBeEditable()
  await expect(still.getByText('This page is taking longer than usual to load.')).toBeHidden()
  await context.close()
  await look('with-the-script')
})

test('what was typed as soon as the script had come is not asked about in its tab, even if she went to log in at once', async ({
  page,
}) => {
  await page.goto('/about', { waitUntil: 'commit' })
  await answer(page, 'first_name', 'Pat')
  await page.getByRole('link', { name: 'click here to log back in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.drafts') ?? '')).toContain('Pat')
  await page.goto('/about')
  await expect(page.locator('#first_name')).toHaveValue('Pat')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
