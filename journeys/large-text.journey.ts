import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const PAGES = ['/about', '/education', '/final-steps']
const WIDTHS = [320, 360, 390, 675, 900, 1280]
const PHONES = [320, 360, 390]
const TEXT_SIZES = [100, 150, 200] // % of the browser's own
const person = { email: 'tall.text@mail.example', password: PASSWORD }

/** The header, the progress bar and the heading of a page. */
const FRAME = 'header, [aria-label="Your progress"], main h1, main h1 + p'
const DIALOG = '[role=dialog]'

/**
 * What is wrong with the words there: two that lie on each other or on an icon, a word over two lines, and words that are
 * cut off. What people typed may be longer than any line.
 */
function faultsOfWords(places: string): readonly string[] {
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
      if (!parentElement || text.trim() === '' || !parentElement.checkVisibility() || isForEars(parentElement)) continue
      const words = [...text.matchAll(/\S+/g)].map((match) => ({
        word: match[0],
        boxes: boxesOf(node, match.index, match.index + match[0].length),
      }))
      const boxes = words.flatMap(({ boxes }) => boxes)
      found.push({
        name: text.trim(),
        boxes: boxes.map(inked),
        broken: parentElement.closest('[translate=no]')
          ? []
          : words.filter(({ boxes }) => new Set(boxes.map(({ top }) => top)).size > 1).map(({ word }) => word),
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
    await setTextSize(page, size)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await page.evaluate(faultsOfWords, FRAME), `${what}, ${width} px, text at ${size} %`).toEqual([])
    }
  }
}

const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/** The buttons and links of the dialog that no scrolling brings to where a finger reaches them. */
function outOfReach(): readonly string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('[role=dialog] :is(button, a, input, summary)')]
  const isReached = (control: HTMLElement) => {
    control.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && (control.contains(there) || there.contains(control))
  }
  return controls
    .filter((each) => each.checkVisibility() && !isReached(each))
    .map((each) => each.outerHTML.slice(0, 90))
}

/** On a phone: its words at once, in a window that is high enough, and its buttons in one that is not. */
async function expectDialogFits(page: Page, what: string): Promise<void> {
  await expect(page.locator(DIALOG)).toHaveCount(1)
  for (const size of TEXT_SIZES) {
    await setTextSize(page, size)
    for (const width of PHONES) {
      const where = `${what}, ${width} px, text at ${size} %`
      await page.setViewportSize({ width, height: 6000 })
      expect.soft(await page.evaluate(faultsOfWords, DIALOG), where).toEqual([])
      const wider = await page.locator(DIALOG).evaluate((each) => each.scrollWidth - each.clientWidth)
      expect.soft(wider, `${where}: sideways`).toBe(0)
      await page.setViewportSize({ width, height: 640 })
      expect.soft(await page.evaluate(outOfReach), where).toEqual([])
    }
  }
  await setTextSize(page, 100)
  await page.setViewportSize({ width: 390, height: 900 })
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
