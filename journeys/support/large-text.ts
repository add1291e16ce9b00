import type { Page } from '@playwright/test'
import { expect } from './story.ts'

export const TEXT_SIZES = [100, 150, 200] // % of the browser's own
/** In % and px. */
type Sizes = { readonly texts: readonly number[]; readonly widths: readonly number[] }
const EVERY_PHONE: Sizes = { texts: TEXT_SIZES, widths: [320, 360, 390] }
/** In which every word is in the window at once. */
const HIGH = 30_000 // px, of the queue with text of twice the size
const AS_HIGH_AS_A_PHONE = 640 // px
export const DIALOG = '[role=dialog]'
/** Rows that the browser lays out only in sight (`content-visibility`) may come a moment after they are there. */
const settled = expect.configure({ soft: true, timeout: 2000 })

/**
 * What is wrong with the words there: two that lie on each other or on an icon, a word over two lines, and words that are
 * cut off. What people typed may be longer than any line.
 */
export function faultsOfWords(places: string): readonly string[] {
  // A table that was scrolled sideways lies under its first column.
  for (const each of document.querySelectorAll('*')) each.scrollLeft = 0
  const areas = [...document.querySelectorAll(places)]
  const drawn = areas.flatMap((area) => [...textsIn(area), ...iconsIn(area)])
  const faults = new Set<string>(drawn.length < 3 ? ['Nothing is there.'] : [])
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
      if (
        !parentElement ||
        text.trim() === '' ||
        !parentElement.checkVisibility({ visibilityProperty: true }) ||
        isUnseen(parentElement)
      )
        continue
      const words = [...text.matchAll(/\S+/g)].map((match) => ({
        word: match[0],
        boxes: boxesOf(node, match.index, match.index + match[0].length),
      }))
      const boxes = words.flatMap(({ boxes }) => boxes)
      found.push({
        name: text.trim(),
        boxes: boxes.map(inked),
        broken: mayBreak(parentElement)
          ? []
          : words.filter(({ word, boxes }) => isOverLines(boxes) && !word.includes('-')).map(({ word }) => word),
        isCut: boxes.length === 0 || boxes.some((box) => !isInside(box, parentElement)),
      })
    }
    return found
  }
  function iconsIn(area: Element) {
    const icons = [...area.querySelectorAll('svg')].filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
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
  /** What people typed may be longer than any line, and headings of the desk are hyphenated. */
  function mayBreak(element: Element): boolean {
    return element.closest('[translate=no]') !== null || getComputedStyle(element).hyphens === 'auto'
  }
  function isOverLines(boxes: readonly DOMRect[]): boolean {
    return new Set(boxes.map(({ top }) => top)).size > 1
  }
  /** A line is lower than its letters may be tall, so only the middle of a box surely has ink. */
  function inked({ left, right, top, bottom, height }: DOMRect) {
    return { left, right, top: top + height / 5, bottom: bottom - height / 5 }
  }
  function isOn(one: ReturnType<typeof inked>, other: ReturnType<typeof inked>): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    return across > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  }
  /** For ears only, or in a list that is closed. */
  function isUnseen(element: Element): boolean {
    const { clipPath } = getComputedStyle(element)
    if (clipPath !== 'none' || element.matches('option')) return true
    return element.parentElement !== null && isUnseen(element.parentElement)
  }
  function isInside(box: DOMRect, element: Element | null): boolean {
    if (element === null) return box.left >= -1 && box.right <= window.innerWidth + 1
    const { left, right } = element.getBoundingClientRect()
    const clips = getComputedStyle(element).overflowX !== 'visible'
    return clips ? box.left >= left - 1 && box.right <= right + 1 : isInside(box, element.parentElement)
  }
}

/** The controls there that no scrolling brings to where a finger reaches them. */
function outOfReach(places: string): readonly string[] {
  const kinds = ':is(button, a:not([href="#main"]), input, select, textarea, summary)' // the skip link is for keys
  const controls = [...document.querySelectorAll<HTMLElement>(`:is(${places}) ${kinds}`)]
  const isReached = (control: HTMLElement) => {
    control.scrollIntoView({ block: 'nearest' })
    return [...control.getClientRects()].some(({ left, top, width, height }) => {
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return there !== null && (control.contains(there) || there.contains(control))
    })
  }
  return controls
    .filter((each) => each.checkVisibility() && !isReached(each))
    .map((each) => each.outerHTML.slice(0, 90))
}

/** What came into sight is laid out by then. */
export const twoFrames = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
  })

export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/**
 * On a phone: the words of these places at once, in a window that is high enough, and their controls in one that is not;
 * and nothing wider than what holds them, which is the page or a dialog.
 */
export async function expectFitsPhones(
  page: Page,
  what: string,
  places: string,
  holder: string,
  { texts, widths }: Sizes = EVERY_PHONE,
): Promise<void> {
  await expect(page.locator(holder)).toHaveCount(1)
  for (const size of texts) {
    await setTextSize(page, size)
    for (const width of widths) {
      const where = `${what}, ${width} px, text at ${size} %`
      await page.setViewportSize({ width, height: HIGH })
      await page.evaluate(twoFrames)
      await settled.poll(() => page.evaluate(faultsOfWords, places), where).toEqual([])
      const wider = await page.locator(holder).evaluate((each) => each.scrollWidth - each.clientWidth)
      expect.soft(wider, `${where}: sideways`).toBe(0)
      await page.setViewportSize({ width, height: AS_HIGH_AS_A_PHONE })
      expect.soft(await page.evaluate(outOfReach, places), where).toEqual([])
    }
  }
  await setTextSize(page, 100)
  await page.setViewportSize({ width: 390, height: 900 })
}

/** The same of the dialog that is open. */
export const expectDialogFits = (page: Page, what: string, sizes?: Sizes) =>
  expectFitsPhones(page, what, DIALOG, DIALOG, sizes)
