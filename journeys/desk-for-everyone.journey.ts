import type { Page } from '@playwright/test'
import { enter, tabTo } from './support/keyboard.ts'
import { command } from './support/operator.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

/** By the role that may open them. */
const PAGES = {
  data_steward: ['', '/statistics', '/deliveries', '/code-maps', '/tokens', '/acknowledgements'],
  administrator: ['/record', '/people', '/erasures'],
} as const
const WIDTHS = [320, 1280]
const MOST_STOPS = 60

const LARGE = 'text of twice the size'
const STYLES = {
  [LARGE]: 'html { font-size: 200% }', // as in a browser whose text size is 32 px
  'the spacing of WCAG 1.4.12':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Runs in the page: what is wrong with the place of the focus. */
function faultOfFocus(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return ''
  if (element.matches('[type=date]')) return '' // the browser marks the part of the date that has the focus
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  if (outlineStyle === 'none' && boxShadow === 'none') return `${name} does not show the focus`
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  const isSeen =
    there !== null && (element.contains(there) || there.contains(element) || there.closest('label') !== null)
  return isSeen ? '' : `${name} is covered or outside`
}

test.use({ expectedFaults: [/status of 401/] }) // before anybody has signed in

test('staff who use the keyboard alone, a narrow window, large text, wide spacing or colors of their own', async ({
  browser,
  product,
  look,
}) => {
  await command(product, 'sample-applications', '12')
  const steward = await deskOf(browser, product, 'Sam Reed', 'data_steward')
  const administrator = await deskOf(browser, product, 'Ada Moss', 'administrator')

  await test.step('she finds an application, reads it, and comes back', async () => {
    await tabTo(steward, steward.getByLabel('Name', { exact: true }))
    await steward.keyboard.type('a')
    await enter(steward, steward.getByRole('button', { name: 'Search', exact: true }))
    await enter(steward, steward.getByRole('row').nth(1).getByRole('link'))
    await expect(steward).toHaveURL(/\/staff\/application/)
    await expect(steward.getByRole('heading', { level: 1 })).toBeFocused()
    await expectForEveryone(steward, 'application', look)
    await enter(steward, steward.getByRole('link', { name: 'Back to the applications' }))
    await expect(steward).toHaveURL(/\/staff$/)
  })

  for (const [page, paths] of [
    [steward, PAGES.data_steward],
    [administrator, PAGES.administrator],
  ] as const)
    for (const path of paths)
      await test.step(`/staff${path}`, async () => {
        await page.goto(`/staff${path}`)
        await expectForEveryone(page, path.slice(1) || 'queue', look)
      })
})

async function expectForEveryone(page: Page, name: string, look: (name: string, page: Page) => Promise<void>) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await look(name, page)
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.hasAttribute('aria-current'), getComputedStyle(link).borderBottomColor].join(' ')),
    )
  const isMarked = (line: string) => line.startsWith('true')

  const colors = new Set(lines.map((line) => line.split(' ').slice(1).join(' ')))
  expect.soft(colors.size, `${name} in forced colors: ${lines.join(', ')}`).toBe(lines.some(isMarked) ? 2 : 1)
  await page.emulateMedia({ forcedColors: null })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => document.querySelector('h1')?.focus())
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press('Tab')
      expect.soft(await page.evaluate(faultOfFocus), `${name} at ${width} px`).toBe('')
    }
    for (const [what, style] of Object.entries(STYLES)) {
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, style)
      expect.soft(await overflow(page), `${name} at ${width} px, ${what}`).toBeLessThanOrEqual(0)
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
  }
}
