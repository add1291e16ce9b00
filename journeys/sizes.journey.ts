import type { Locator, Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { takenOver } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'liz.ruler@mail.example', password: PASSWORD }
const REM = 16 // px

const sizeOf = async (target: Locator) => {
  const box = await target.boundingBox()
  return box && { width: Math.round(box.width), height: Math.round(box.height) }
}
const at = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
}
/** The duration of the opening animation, such as '0.2s', or 'none'. */
const animation = (target: Locator) =>
  target.evaluate((element) => {
    const { animationName, animationDuration } = getComputedStyle(element)
    return animationName === 'none' ? 'none' : animationDuration
  })

/** Gives an open dialog the class of the largest size defined in the style sheet. */
function asLarge(element: Element): void {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).flatMap(within)
  const large = rules.find(({ style }) => style.getPropertyValue('--width').includes('--dialog-m)'))
  if (large === undefined) throw new Error('No style sheet knows a dialog of size m.')
  element.classList.add(large.selectorText.slice(1))

  function within(rule: CSSRule): CSSStyleRule[] {
    if (rule instanceof CSSStyleRule) return [rule]
    return rule instanceof CSSGroupingRule ? [...rule.cssRules].flatMap(within) : []
  }
}

test('dialogs, buttons, columns and toasts have their sizes at every width', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const footer = page.getByRole('contentinfo')
  const closeDialog = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  await test.step('Help is an xs dialog: 30rem, and never wider than the screen', async () => {
    await page.goto('/about')
    await takenOver(page)
    for (const [width, expected] of [
      [1280, 30 * REM],
      [900, 30 * REM],
      [700, 30 * REM],
      [320, 320 - 2 * REM],
    ] as const) {
      await at(page, width)
      await footer.getByRole('button', { name: 'Help', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Help', exact: true }), proves('1.footer.2')).toBeVisible()
      const id = proves(width >= 900 ? '2.modal.5' : '2.modal.6')
      expect((await sizeOf(dialog))?.width, `${id} at ${width}`).toBe(expected)
      await closeDialog()
    }
  })

  await test.step('Privacy is an s dialog: 60rem, on a tablet 70vw', async () => {
    for (const [width, expected] of [
      [1280, 60 * REM],
      [900, 900 - 2 * REM],
      [890, 0.7 * 890],
      [680, 0.7 * 680],
      [390, 390 - 2 * REM],
    ] as const) {
      await at(page, width)
      await footer.getByRole('button', { name: 'Privacy', exact: true }).click()
      await expect(page.getByRole('dialog', { name: /^Privacy Policy/ }), proves('1.footer.3')).toBeVisible()
      const id = proves(width >= 900 ? '2.modal.5' : '2.modal.6')
      expect((await sizeOf(dialog))?.width, `${id} at ${width}`).toBe(Math.round(expected))
      await closeDialog()
    }
  })

  await test.step('an m dialog is 80vw, on a tablet 90vw', async () => {
    for (const [width, expected] of [
      [1200, 0.8 * 1200],
      [800, 0.9 * 800],
    ] as const) {
      await at(page, width)
      await button('Help').click()
      await dialog.evaluate(asLarge) // no dialog of this size exists yet
      const id = proves(width >= 900 ? '2.modal.5' : '2.modal.6')
      await expect.poll(async () => (await sizeOf(dialog))?.width, `${id} at ${width}`).toBe(expected)
      await closeDialog()
    }
  })

  await test.step('a dialog appears in 150 ms, its overlay in 200 ms', async () => {
    await at(page, 1280)
    await button('Help').click()
    expect(await animation(dialog), proves('2.modal.7')).toBe('0.15s')
    expect(await animation(page.locator('[class*=overlay]')), proves('2.modal.7')).toBe('0.2s')
    await look('help')
    await closeDialog()
    await button('Privacy').click()
    await expect(dialog.getByText('Mozilla Firefox')).toBeVisible()
    await look('privacy')
    await closeDialog()
    await button('Accessibility').click()
    await expect(dialog.getByText(/levels A and AA/)).toBeVisible()
    await look('accessibility')
    await closeDialog()
  })

  await test.step('buttons: 15rem and 10rem by 3rem, full width on a phone', async () => {
    for (const [width, expected] of [
      [1280, { width: 15 * REM, height: 3 * REM }],
      [900, { width: 15 * REM, height: 3 * REM }],
      [675, { width: 15 * REM, height: 3 * REM }],
    ] as const) {
      await at(page, width)
      expect(await sizeOf(button('Save and Continue')), `${proves('9.buttons.1')} at ${width}`).toEqual(expected)
    }
    await at(page, 674)
    const wide = await sizeOf(page.locator('#address_line_1'))
    expect(await sizeOf(button('Save and Continue'))).toMatchObject({ height: 3 * REM })
    expect((await sizeOf(button('Save and Continue')))?.width).toBeGreaterThanOrEqual(wide?.width ?? 0)
    await page.goto('/final-steps')
    await at(page, 1280)
    await expect
      .poll(() => sizeOf(button('Submit')), proves('9.buttons.2'))
      .toEqual({ width: 10 * REM, height: 3 * REM })
  })

  await test.step('“No” is first and as wide as “Yes”, at every width', async () => {
    for (const width of [1280, 675, 390, 320]) {
      await at(page, width)
      for (const group of ['crime', 'pending', 'charges']) {
        const answers = page.locator(`[id="${group}_no"] label`)
        await expect(answers).toHaveText([/^No/, /^Yes/])
        // Both at once: the page may still move between two looks.
        const [no, yes] = await answers.evaluateAll((labels) =>
          labels.map((label) => label.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })),
        )
        const where = `${group} at ${width}`
        expect.soft(no?.width, where).toBeCloseTo(yes?.width ?? 0, 0)
        expect.soft([no?.y, (no?.x ?? 0) < (yes?.x ?? 0)], where).toEqual([yes?.y, true])
      }
    }
  })

  await test.step('an answer can be cleared where somebody is, and on a touch screen everywhere', async () => {
    await at(page, 1280)
    const required = page.locator('#register')
    await required.getByRole('radio', { name: 'No' }).check()
    await expect(required.getByRole('button'), 'of a question that must be answered').toHaveCount(0)
    await page.goto('/education')
    const question = page.locator('#suspended_academic')
    const clear = question.getByRole('button', { name: 'Clear answer', includeHidden: true })
    const away = page.getByRole('heading', { level: 1 })
    await expect(question.getByRole('radio').first()).toBeVisible()
    await expect(clear, 'before it is answered').toHaveCount(0)
    await question.getByRole('radio', { name: 'No' }).check()
    await expect(clear).toBeVisible()
    await page.locator('#college_name').focus()
    await away.hover()
    await expect(clear).toBeHidden()
    await question.hover()
    await expect(clear, 'under the pointer').toBeVisible()
    await away.hover()
    await expect(clear).toBeHidden()
    await question.getByRole('radio', { name: 'No' }).focus()
    await expect(clear, 'with the focus').toBeVisible()
    await page.keyboard.press('Tab')
    await expect(clear).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question.getByRole('radio', { name: 'No' })).not.toBeChecked()
    await expect(clear).toHaveCount(0)
    const touched = await browser.newContext({ baseURL: product.address, hasTouch: true, isMobile: true })
    const phone = await touched.newPage()
    await phone.goto('/education')
    await phone.locator('#suspended_academic').getByRole('radio', { name: 'No' }).tap()
    await phone.locator('#college_name').tap() // a touch leaves the pointer where it was
    await expect(phone.getByRole('button', { name: 'Clear answer' })).toBeVisible()
    await touched.close()
  })

  await test.step('breakpoints 675, 900 and 1200; one column below the first', async () => {
    await page.goto('/about')
    const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN
    /** Whether the first and middle names share a row, and whether the map of the page is beside its questions. */
    const columns = async () => ({
      fields: (await top('#first_name')) === (await top('#middle_name')),
      rail: (await left('nav[aria-label="Sections of this page"]')) < (await left('#first_name')) - 100,
    })
    for (const [width, expected] of [
      [320, { fields: false, rail: false }],
      [674, { fields: false, rail: false }],
      [675, { fields: true, rail: false }],
      [899, { fields: true, rail: false }],
      [900, { fields: true, rail: true }],
      [1200, { fields: true, rail: true }],
    ] as const) {
      await at(page, width)
      const id = proves(width < 675 ? '9.breakpoints.2' : '9.breakpoints.1')
      await expect.poll(columns, `${id} at ${width}`).toEqual(expected)
    }
    await at(page, 1199)
    const before = await left('#first_name')
    await at(page, 1200)
    const moved = (await left('#first_name')) - before
    expect(moved, `${proves('9.breakpoints.1')} from 1200 on, the rail is further away`).toBeGreaterThan(2 * REM - 2)
  })

  await test.step('toasts are in a viewport 390px wide, reached by F8', async () => {
    await at(page, 1280)
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    const toast = page.getByRole('listitem', { name: 'Success Notification' }).last()
    await expect(toast).toBeVisible()
    const viewport = page.locator('ol').filter({ has: toast })
    expect((await sizeOf(viewport))?.width, proves('9.toast.4')).toBe(390)
    await page.keyboard.press('F8')
    await expect(viewport, proves('9.toast.3')).toBeFocused()
    await at(page, 320)
    expect((await sizeOf(viewport))?.width).toBe(320)
    await at(page, 1280)
  })

  await test.step('a toast is swiped away to the right', async () => {
    const toast = page.getByRole('listitem', { name: 'Success Notification' }).last()
    const box = await toast.boundingBox()
    if (box === null) throw new Error('The toast is gone.')
    const before = await page.getByRole('listitem', { name: 'Success Notification' }).count()
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y, { steps: 4 })
    await page.mouse.move(x + 51, y, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByRole('listitem', { name: 'Success Notification' }), proves('9.toast.2')).toHaveCount(
      before - 1,
    )
  })

  await test.step('the account popover stays on the screen', async () => {
    await logIn(page, person)
    for (const width of [320, 390, 900, 1280]) {
      await at(page, width)
      await button('Account').click()
      await expect(page.getByRole('dialog', { name: 'Account', exact: true }), proves('2.account-menu.1')).toBeVisible()
      const box = await dialog.boundingBox()
      expect(box?.x ?? -1, `at ${width}`).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog, proves('2.account-menu.1')).toHaveCount(0)
    }
  })
})
