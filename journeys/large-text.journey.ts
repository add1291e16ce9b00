import type { Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, takenOver } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { DIALOG, expectDialogFits, faultsOfWords, setTextSize, TEXT_SIZES, twoFrames } from './support/large-text.ts'
import { expect, test } from './support/story.ts'

const PAGES = ['/about', '/education', '/final-steps']
const WIDTHS = [320, 360, 390, 675, 900, 1280]
const person = { email: 'tall.text@mail.example', password: PASSWORD }

/** The header, the progress bar and the heading of a page. */
const FRAME = 'header, [aria-label="Your progress"], main h1, main h1 + p'
const ALL = 'header, main, footer'

async function expectReadable(page: Page, who: string): Promise<void> {
  for (const path of PAGES) {
    const steps = page.getByRole('navigation', { name: 'Steps of the application' })
    if (who === 'signed in') await steps.locator(`[href="${path}"]`).click()
    else await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(steps).toContainText('left')
    await expect(page.locator('[data-save-line]')).toBeVisible()
    await expectNoFaults(page, `${path} ${who}`)
  }
}

async function expectNoFaults(page: Page, what: string, places = FRAME): Promise<void> {
  for (const size of TEXT_SIZES) {
    await setTextSize(page, size)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(twoFrames)
      expect.soft(await page.evaluate(faultsOfWords, places), `${what}, ${width} px, text at ${size} %`).toEqual([])
    }
  }
}

test('the words of the header, the steps and the bar can be read at twice their size', async ({
  page,
  product,
  mailbox,
}) => {
  await test.step('a visitor', () => expectReadable(page, 'as a visitor'))
  await test.step('the account cards', async () => {
    for (const path of ['/login', '/forgot']) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expectNoFaults(page, path)
    }
  })
  await test.step('signed in, with answers saved', async () => {
    await page.goto('/signup')
    await expect(page.locator('main h1')).toBeVisible()
    await expectNoFaults(page, '/signup', ALL)
    await signUp(page, mailbox, person, () => expectNoFaults(page, '/confirm', ALL))
    await logIn(page, person)
    await answer(page, 'first_name', 'Maya')
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    await expectReadable(page, 'signed in')
  })
  await test.step('who has submitted', async () => {
    await fillThroughApi(page, product.address, answersOf(domestic))
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('heading', { name: /application is in/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /PDF/ })).toBeVisible()
    await expectNoFaults(page, '/completion', ALL)
  })
})

test('the words of a dialog can be read, and its buttons pressed, at twice their size on a phone', async ({
  page,
  mailbox,
}) => {
  page.setDefaultTimeout(15_000)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const step = (path: string) =>
    page.getByRole('navigation', { name: 'Steps of the application' }).locator(`[href="${path}"]`).click()
  const seen = async (name: string) => {
    await expectDialogFits(page, name)
    await page.keyboard.press('Escape')
    await expect(page.locator(DIALOG)).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 900 })
  await test.step('of a visitor', async () => {
    await page.goto('/about')
    await takenOver(page)
    await answer(page, 'first_name', 'Maximiliane')
    await answer(page, 'prev_name', 'Featherstonehaugh')
    for (const name of ['Help', 'Privacy', 'Accessibility', 'Clear this device', 'Continue on another device']) {
      await press(new RegExp(`^${name}$`))
      await seen(name)
    }
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expectDialogFits(page, 'Welcome back')
    await press('Start over')
    await expectDialogFits(page, 'Start over')
    await press('Keep the draft')
    await press('Continue where you left off')
  })
  await test.step('of an applicant', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'middle_name', 'Maya')
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    for (const name of ['Change password', 'Change email address', 'Your devices', 'What changed', 'Your data']) {
      await press('Account')
      await press(name)
      await expect(page.getByRole('dialog', { name: new RegExp(`^${name}`) })).toBeVisible()
      await expect(page.getByRole('dialog').getByText(/^Looking|^Loading/)).toHaveCount(0)
      await seen(name)
    }
    await page.setViewportSize({ width: 1280, height: 900 }) // a phone does not offer another
    await step('/education')
    await press(/^Use your phone/)
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await seen('Use your phone')
    await press('Add another college')
    await answer(page, 'college_2_name', 'Prairie College')
    await press('Remove College 2')
    await seen('Remove College 2')
  })
  await test.step('whose answer was changed elsewhere', async () => {
    await step('/about')
    await expect(page.locator('#first_name')).toHaveValue('Maximiliane')
    await expect(await page.request.put('/api/answer', { data: { first_name: 'Vanessa' } })).toBeOK()
    await answer(page, 'first_name', 'Verena')
    await expect(page.getByRole('dialog', { name: /^Which answers are right/ })).toBeVisible()
    await seen('Which answers are right?')
  })
  await test.step('who has left for a while', async () => {
    await page.evaluate(() => {
      localStorage.setItem('causeway.active', String(Date.now() - 14 * 60_000))
      window.dispatchEvent(new Event('focus'))
    })
    await seen('Still working?')
  })
})
