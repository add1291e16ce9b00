import type { Browser, Page } from '@playwright/test'
import { expect, test } from './support/story.ts'

const PATHS = ['/about', '/education', '/final-steps', '/login', '/signup', '/confirm', '/forgot', '/reset']
/** How much of the screen may move by itself while a page opens; 0.1 is what browsers call good. */
const MOST_SHIFT = 0.02

/** Opens a page as somebody does who has never been here, and returns how much moved while it loaded. */
async function shiftOf(browser: Browser, address: string, width: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: width < 675 ? 844 : 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === false) shifts.push(Number(Reflect.get(entry, 'value')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => setTimeout(resolve, 500)) // entries come after the frame that they are about
  })
  const shifts = await page.evaluate((): number[] => Reflect.get(window, 'shifts'))
  await context.close()
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
