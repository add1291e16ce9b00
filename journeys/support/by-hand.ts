import { expect, type Page } from '@playwright/test'
import { type Application, isGiven, outlineOf, questionsShown, rowsOf } from '../../engine/index.ts'
import { form, sections } from './applicant.ts'
import { pdfText, tight } from './pdf-text.ts'

type Answers = Readonly<Record<string, string>>

/** The answers that an applicant can type or choose, without documents and without codes that other controls fill. */
export function answersOf(application: Application): Answers {
  const asked = questionsShown(form, application).filter(({ question }) => !['upload', 'code'].includes(question.kind))
  return Object.fromEntries(
    asked.flatMap(({ question: { key } }) => {
      const value = application.answer[key]
      return value !== undefined && isGiven(value) ? [[key, value]] : []
    }),
  )
}

/** The answers of these sections in reading order, in which a question comes after the one that shows it. */
export function inSections(answers: Answers, ...ids: readonly string[]): Answers {
  const keys = sections.flatMap(({ id, keys }) => (ids.includes(id) ? keys : []))
  return Object.fromEntries(keys.flatMap((key) => (answers[key] === undefined ? [] : [[key, answers[key]]])))
}

/**
 * Saves the other answers through the API, as the screen would, and reloads the page. First waits until the page has
 * saved its own, including the address that it fills in after a log-in: it would ask about an answer that differs.
 */
export async function fillThroughApi(page: Page, address: string, answers: Answers): Promise<void> {
  const profile = async () => (await page.request.get(`${address}/api/profile`)).json()
  await expect.poll(profile).toHaveProperty('answer.email_address')
  await expect(page.locator('[data-save-line]')).not.toContainText(/Not saved|Saving/)
  const reply = await page.request.put(`${address}/api/answer`, { data: answers })
  expect(await reply.json()).toMatchObject({ cleared: [], ignored: [] })
  await page.reload()
}

/** Downloads the application PDF from the completion page and looks for every answer in its text, as people read it. */
export async function expectPdfToHold(page: Page, application: Application): Promise<void> {
  const link = page.getByRole('link', { name: /PDF/ })
  await expect(link).toBeVisible()
  const reply = await page.request.get((await link.getAttribute('href')) ?? '')
  const text = tight(await pdfText(await reply.body()))
  const rows = outlineOf(form, application).pages.flatMap(({ items }) => rowsOf(items))
  const given = rows.filter(({ answered }) => answered)
  const expected = given.flatMap((row) => (row.as === 'tick' ? [`[X]${row.label}`] : row.text.split('\n')))
  expect(expected.length).toBeGreaterThan(20)
  expect(expected.filter((each) => !text.includes(tight(each)))).toEqual([])
}
