import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const PAGES = ['/about', '/education', '/final-steps']
const WIDTHS = [320, 360, 390, 675, 900, 1280]
const TEXT_SIZES = [100, 150, 200] // % of the browser's own
const person = { email: 'tall.text@mail.example', password: PASSWORD }

/**
 * What is wrong with the words of the header, the progress bar and the heading of the page: two that lie on each other or on an icon, a word over
 * two lines, and words that are cut off.
 */
function faultsOfWords(): readonly string[] {
  const areas = [...document.querySelectorAll('header, [aria-label="Your progress"], main h1, main h1 + p')]
  const drawn = areas.flatMap((area) => [...textsIn(area), ...iconsIn(area)])
  const faults = new Set<string>(drawn.length < 5 ? ['The header and the heading are missing.'] : [])
  drawn.forEach(({ name, boxes, broken, isCut }, index) => {
    for (const word of broken) faults.add(`"${word}" is broken over two lines`)
    if (isCut) faults.add(`"${name}" is cut off`)
    for (const other of drawn.slice(index + 1))
      if (boxes.some((box) => other.boxes.some((its) => isOn(box, its)))) faults.add(`"${name}" is on "${other.name}"`)
  })
  return [...faults]

  function textsIn(area: Element) {
    const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node
      const text = node.textContent ?? ''
      if (!parentElement || text.trim() === '' || !parentElement.checkVisibility() || isForEars(parentElement)) continue
      const words = [...text.matchAll(/\S+/g)].map((match) => ({
        word: match[0],
        boxes: boxesOf(node, match.index, match.index + match[0].length),
      }))
      const boxes = words.flatMap(({ boxes }) => boxes)
      found.push({
        name: text.trim(),
        boxes: boxes.map(inked),
        broken: words.filter(({ boxes }) => new Set(boxes.map(({ top }) => top)).size > 1).map(({ word }) => word),
        isCut: boxes.length === 0 || boxes.some((box) => !isInside(box, parentElement)),
      })
    }
    return found
  }
  function iconsIn(area: Element) {
    const icons = [...area.querySelectorAll('svg')].filter((icon) => icon.checkVisibility())
    return icons.map((icon) => ({
      name: 'an icon',
      boxes: [inked(icon.getBoundingClientRect())],
      broken: [],
      isCut: false,
    }))
  }
  function boxesOf(node: Node, start: number, end: number): readonly DOMRect[] {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  /** A line is lower than its letters may be tall, so only the middle of a box surely has ink. */
  function inked({ left, right, top, bottom, height }: DOMRect) {
    return { left, right, top: top + height / 5, bottom: bottom - height / 5 }
  }
  function isOn(one: ReturnType<typeof inked>, other: ReturnType<typeof inked>): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    return across > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  }
  function isForEars(element: Element): boolean {
    return element.closest('[aria-live]') !== null || getComputedStyle(element).clipPath !== 'none'
  }
  function isInside(box: DOMRect, element: Element | null): boolean {
    if (element === null) return box.left >= -1 && box.right <= window.innerWidth + 1
    const { left, right } = element.getBoundingClientRect()
    const clips = getComputedStyle(element).overflowX !== 'visible'
    return clips ? box.left >= left - 1 && box.right <= right + 1 : isInside(box, element.parentElement)
  }
}

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

async function expectNoFaults(page: Page, what: string): Promise<void> {
  for (const size of TEXT_SIZES) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`
    }, size)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await page.evaluate(faultsOfWords), `${what}, ${width} px, text at ${size} %`).toEqual([])
    }
  }
}

test('the words of the header, the steps and the bar can be read at twice their size', async ({ page, mailbox }) => {
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
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'first_name', 'Maya')
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    await expectReadable(page, 'signed in')
  })
})
