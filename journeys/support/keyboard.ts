import { expect, type Locator, type Page } from '@playwright/test'
import { labelOf, questionsByKey } from '../../engine/index.ts'
import { dateBoxes, form, gateFor, isGate, openerOf, searchBox, typedOn } from './applicant.ts'

const MOST_TABS = 150

/** Presses Tab until this is focused, as a person without a mouse does, and checks that the focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toHaveCount(1) // the page left may still be there
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        return { outlineStyle, outlineWidth, boxShadow }
      })
      expect(outline.outlineStyle !== 'none' || outline.boxShadow !== 'none', 'the focus can be seen').toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} was not reached with ${MOST_TABS} presses of Tab.`)
}

/** Reaches a control with Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Answers one question with the keyboard only. */
export async function typeAnswer(page: Page, key: string, value: string): Promise<void> {
  typedOn(page).add(value)
  const question = questionsByKey(form).get(key)
  const control = page.locator(`[id="${key}"]`)
  const opener = page.locator(openerOf(key))
  if (await opener.isVisible()) await enter(page, opener)
  const gate = gateFor(page, key, value)
  if (gate && !(await gate.isChecked())) {
    await tabTo(page, page.getByRole('radiogroup').filter({ has: gate }).getByRole('radio').first())
    while (!(await gate.isChecked())) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
  }
  if (isGate(key)) return
  if (question?.kind === 'choice' && question.as === 'radio') {
    const radios = control.getByRole('radio')
    await tabTo(page, radios.first())
    await page.keyboard.press('Space')
    const wanted = control.getByRole('radio', { name: labelOf(question, value), exact: true })
    while (!(await wanted.isChecked())) await page.keyboard.press('ArrowDown')
  } else if (question?.kind === 'choice' && question.as === 'searchable') {
    const box = searchBox(page, key)
    await expect(box).toBeVisible()
    await tabTo(page, box)
    if ((await box.inputValue()) === labelOf(question, value)) return // preset
    await page.keyboard.type(labelOf(question, value))
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(labelOf(question, value))
  } else if (question?.kind === 'choice') {
    await tabTo(page, control)
    await page.keyboard.type(labelOf(question, value))
    await expect(control).toHaveValue(value)
  } else if (question?.kind === 'tick') {
    await tabTo(page, control)
    if (!(await control.isChecked())) await page.keyboard.press('Space')
  } else if (question?.kind === 'date') {
    for (const [box, part] of dateBoxes(key, value)) {
      await tabTo(page, page.locator(`[id="${box}"]`))
      await page.keyboard.type(part)
    }
  } else {
    await tabTo(page, control)
    await page.keyboard.type(value)
  }
}
