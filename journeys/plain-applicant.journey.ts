import type { Application } from '../engine/index.ts'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, form } from './support/applicant.ts'
import { answersOf, expectPdfToHold } from './support/by-hand.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'june.hale@mail.example', password: PASSWORD }
const answers = answersOf(domestic)
const onPage = (slug: string) => {
  const keys = form.pages.find((page) => page.slug === slug)?.keys ?? []
  return Object.fromEntries(keys.flatMap((key) => (answers[key] === undefined ? [] : [[key, answers[key]]])))
}
const applicant: Application = { ...domestic, document_answer: {}, answer: answers }

test('a plain domestic applicant fills in everything by hand, the first page before she has an account', async ({
  page,
  mailbox,
  look,
}) => {
  await test.step('she fills in the first page as a visitor', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/')
    await answerAll(page, onPage('about'))
    await expect(page.getByText('Create an account to save')).toBeVisible()
    for (const key of ['first_name', 'city', 'phone_mobile', 'entry_term']) {
      await expect(page.locator(`[id="${key}"]`), proves('6.anonymous.1')).toHaveValue(answers[key] ?? '')
    }
    const drafts = () => page.evaluate(() => localStorage.getItem('causeway.drafts'))
    await expect.poll(drafts, proves('1.visitor.2')).toContain('Hale')
    expect(
      asked.filter((path) => path.startsWith('/api/')),
      proves('1.visitor.2'),
    ).toEqual([])
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/signup$/)
  })

  await test.step('she signs up, and nothing is lost on the way', async () => {
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await expect(page.locator('[id="first_name"]')).toHaveValue(answers.first_name ?? '')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('she fills in the other two', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await answerAll(page, onPage('education'))
    await look('education')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await answerAll(page, onPage('final-steps'))
  })

  await test.step('she submits, and the application PDF holds every answer', async () => {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    await expectPdfToHold(page, applicant)
  })
})
