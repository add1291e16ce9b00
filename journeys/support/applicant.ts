import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { everyItem, keysIn, labelOf, questionsByKey, withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'

/** The form with the institution's wording, as the product shows it. */
export const form = withInstitution(
  admissions,
  JSON.parse(readFileSync(new URL('../../institution.json', import.meta.url), 'utf8')).public,
)

const typed = new WeakMap<Page, Set<string>>()

/** Everything typed by hand on a page. */
export function typedOn(page: Page): Set<string> {
  const known = typed.get(page) ?? new Set<string>()
  typed.set(page, known)
  return known
}

/** Each gate by the key of its checkbox, and the keys of the questions behind its "yes". */
const gates = new Map(
  everyItem(form).flatMap((item) => {
    if (item.kind === 'confirmThen' && item.confirm.by === 'tick' && item.confirm.gate)
      return [[item.id, keysIn(item.before)] as const]
    if (item.kind === 'tickGroup' && item.gate && item.none)
      return [[item.none, item.keys.filter((key) => key !== item.none)] as const]
    return []
  }),
)

/** Whether this checkbox is asked as a question with two answers. */
export const isGate = (key: string): boolean => gates.has(key)

/** Where the "no" or "yes" of a gate is: that of this checkbox, or the "yes" that this question is behind. */
export function gateAt(key: string, value: string): string | undefined {
  if (isGate(key)) return `[id="${key}-${value === 'true' ? 'N' : 'Y'}"]`
  const [gate] = [...gates].find(([, keys]) => keys.includes(key)) ?? []
  return gate === undefined ? undefined : `[id="${gate}-Y"]`
}

/** The same on a page. */
export function gateFor(page: Page, key: string, value: string): Locator | undefined {
  const gate = gateAt(key, value)
  return gate === undefined ? undefined : page.locator(gate)
}

/** The button that opens the optional section of a question, where it is still closed. */
export const openerOf = (key: string): string => `${sectionOf(key)}:has(> [hidden]) > :first-child > button`

const sectionOf = (key: string) =>
  `[data-section="${sections.find(({ keys }) => keys.some((each) => each === key))?.id}"]`

/** The sections of the form. */
export const sections = form.pages.flatMap(({ items }) =>
  items.flatMap((item) => (item.kind === 'section' ? [item] : [])),
)

/** Opens the section of a question, where it is an optional one that nobody has opened. */
export async function openSectionOf(page: Page, key: string): Promise<void> {
  await page.locator(sectionOf(key)).waitFor()
  const opener = page.locator(openerOf(key))
  if (await opener.isVisible()) await opener.click()
}

/** Answers one question of any kind by hand, and leaves the field. */
export async function answer(page: Page, key: string, value: string): Promise<void> {
  const question = questionsByKey(form).get(key)
  if (!question) throw new Error(`The form does not ask ${key}.`)
  typedOn(page).add(value)
  await openSectionOf(page, key)
  await gateFor(page, key, value)?.check()
  if (isGate(key)) return
  const control = page.locator(`[id="${key}"]`)
  switch (question.kind) {
    case 'choice':
      if (question.as === 'select') await control.selectOption(value)
      else if (question.as === 'radio') {
        await control.getByRole('radio', { name: labelOf(question, value), exact: true }).check()
      } else await search(page, key, labelOf(question, value))
      return
    case 'tick':
      await control.setChecked(value === 'true')
      return
    case 'date': {
      for (const [box, part] of dateBoxes(key, value)) await page.locator(`[id="${box}"]`).fill(part)
      await page.locator(`[id="${key}-year"]`).blur()
      return
    }
    default:
      await control.fill(value)
      await control.blur()
  }
}

/** Finds an option of a long list by its text and presses it. */
async function search(page: Page, key: string, label: string): Promise<void> {
  const box = searchBox(page, key)
  await expect(box).toBeVisible()
  if ((await box.inputValue()) === label) return // preset
  await box.fill(label)
  await page.locator(`[id="${key}-list"]`).getByRole('option', { name: label, exact: true }).click()
  await expect(box).toHaveValue(label)
}

/** The box of a searchable choice, which replaces the browser's own list once its code is loaded. */
export const searchBox = (page: Page, key: string): Locator => page.locator(`[id="${key}"][role="combobox"]`)

/** The three boxes of a date, with what a person types into each. */
export function dateBoxes(key: string, value: string): readonly (readonly [id: string, part: string])[] {
  const [year = '', month = '', day = ''] = value.split('-')
  return [
    [key, String(Number(month))],
    [`${key}-day`, String(Number(day))],
    [`${key}-year`, year],
  ]
}

/** Answers several questions in the given order. */
export async function answerAll(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(answers)) await answer(page, key, value)
}

/** Waits until the script has taken over the page that the server sent, with all that was typed before. */
export async function takenOver(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('taken over').length)).toBe(1)
}

/** The errors that the page reports from now on, such as a difference between the page as sent and as drawn. */
export function reportsOf(page: Page): readonly string[] {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/public/client-error')) reports.push(request.postData() ?? '')
  })
  return reports
}
