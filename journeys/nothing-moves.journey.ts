import type { Browser, Page } from '@playwright/test'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { openSectionOf, takenOver } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { expect, test } from './support/story.ts'

test.use({ sharesProduct: true })

const PATHS = ['/about', '/education', '/final-steps', '/login', '/signup', '/confirm', '/forgot', '/reset']
/** How much of the screen may move by itself while a page opens; 0.1 is what browsers call good. */
const MOST_SHIFT = 0.02

/** Opens a page as somebody does who has never been here, and returns how much moved while it loaded. */
async function shiftOf(browser: Browser, address: string, width: number, locale = 'en-US'): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: width < 675 ? 844 : 900 }, locale })
  const page = await context.newPage()
  await page.addInitScript(observeShifts)
  const shift = await shiftOn(page, address)
  await context.close()
  return shift
}

/** Runs in the page. */
function observeShifts(): void {
  const shifts: number[] = []
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === false) shifts.push(Number(Reflect.get(entry, 'value')))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** How much moves while this page opens; `observeShifts` must run in it. */
async function shiftOn(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => setTimeout(resolve, 500)) // entries come after the frame that they are about
  })
  const shifts = await page.evaluate((): number[] => Reflect.get(window, 'shifts'))
  return shifts.reduce((sum, shift) => sum + shift, 0)
}

/** How far the page is wider than its window, in px. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('nothing moves by itself while a page opens for the first time', async ({ browser, product }) => {
  for (const width of [390, 1280]) {
    for (const path of PATHS) {
      await test.step(`${path} at ${width}`, async () => {
        expect(await shiftOf(browser, product.address + path, width)).toBeLessThanOrEqual(MOST_SHIFT)
      })
    }
  }
})

test('nor where it comes with the proposal of another language', async ({ browser, product }) => {
  for (const width of [390, 1280])
    for (const path of ['/about', '/login', '/forgot'])
      expect(await shiftOf(browser, product.address + path, width, 'es-MX'), path).toBeLessThanOrEqual(MOST_SHIFT)
})

test('with text at twice its size, a page on a phone is not wider than the phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%' // as a browser does whose text size is 32 px
    })
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})

test('nothing moves by itself for somebody who is logged in, nor on the page after submitting', async ({
  page,
  product,
  mailbox,
}) => {
  const person = { email: 'stella.steht@mail.example', password: PASSWORD }
  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await fillThroughApi(page, product.address, answersOf(veteran))
  await page.addInitScript(observeShifts)
  for (const [step, path] of ['/about', '/education', '/final-steps'].entries()) {
    // A page that is opened anew is the one where the person was last.
    if (step > 0) {
      const saved = page.waitForResponse('**/api/last-page')
      await page.getByRole('link', { name: new RegExp(`^${step + 1}`) }).click()
      await saved
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await shiftOn(page, path), `${path} at ${width}`).toBeLessThanOrEqual(MOST_SHIFT)
      await expect(page).toHaveURL(path)
    }
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page).toHaveURL(/\/completion$/)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await shiftOn(page, '/completion'), `/completion at ${width}`).toBeLessThanOrEqual(MOST_SHIFT)
  }
})

test('with the spacing of WCAG 1.4.12, nothing is cut off and no page is wider than its window', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of PATHS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => {
        const spaced = new CSSStyleSheet()
        spaced.replaceSync(`
          * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
          p { margin-bottom: 2em !important }`)
        document.adoptedStyleSheets.push(spaced)
      })
      expect(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
      expect(await page.evaluate(cutOff), `cut off on ${path} at ${width}`).toEqual([])
    }
  }
})

/** Runs in the page: the words that stick out of an element that hides what sticks out. */
function cutOff(): string[] {
  const isHiding = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflow)
  const isForReaders = ({ clientWidth }: Element) => clientWidth <= 1 // visually hidden on purpose
  return [...document.querySelectorAll('main *, header *, footer *')]
    .filter((element) => isHiding(element) && !isForReaders(element) && element.matches(':not(input, svg, svg *)'))
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
    )
    .map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 40)}`)
}

test('Yes and No stand side by side at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto('/about')
  await takenOver(page)
  await page.locator('#us_citizen-N').check()
  for (const key of ['prev_attend_webapp', 'military_served', 'instate_tuition', 'parent_degree_msu', 'ethnicity'])
    await openSectionOf(page, key)
  const pairs = page.getByRole('radiogroup').filter({ has: page.locator('input[value=Y]') })
  const apart: string[] = []
  for (const pair of await pairs.all()) {
    const [yes, no] = [pair.locator('label:has(input[value=Y])'), pair.locator('label:has(input[value=N])')]
    if ((await yes.textContent()) !== 'Yes' || (await no.textContent()) !== 'No') continue
    // Both at once: the page may still move between two looks.
    const [left, right] = await pair.evaluate((group) =>
      ['Y', 'N'].map((value) => group.querySelector(`label:has(input[value=${value}])`)?.getBoundingClientRect().top),
    )
    if (left === undefined || left !== right) apart.push((await pair.getAttribute('id')) ?? '')
  }
  expect(await pairs.count()).toBeGreaterThan(5)
  expect(apart).toEqual([])
})

test('what has the focus is never hidden by the bar at the top', async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/about', '/education', '/final-steps']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const stops: string[] = []
      const hidden: string[] = []
      // Backwards too: then a stop comes from above, under the bar.
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stop = 0; stop < 150; stop += 1) {
          await page.keyboard.press(key)
          const found = await page.evaluate(focused)
          if (found === undefined) break // out of the page
          stops.push(found.name)
          if (found.isHidden) hidden.push(`${key}: ${found.name}`)
        }
      }
      expect(stops.length, `stops on ${path} at ${width}`).toBeGreaterThan(10)
      expect(hidden, `hidden stops on ${path} at ${width}`).toEqual([])
    }
  }
})

/** Runs in the page: what has the focus, and whether another element covers all of it (WCAG 2.4.11). */
function focused(): { name: string; isHidden: boolean } | undefined {
  const element = document.activeElement
  if (element === null || element === document.body) return undefined
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const inView = (x: number, y: number) => {
    const found = document.elementFromPoint(x, y)
    return found !== null && (element.contains(found) || found.contains(element))
  }
  const middle = (left + right) / 2
  const isSeen = [top + 2, (top + bottom) / 2, bottom - 2].some((y) => inView(middle, y))
  return { name: `${element.tagName} ${element.id} ${element.textContent?.slice(0, 30)}`, isHidden: !isSeen }
}
