import type { Application } from '../engine/index.ts'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { answersOf, expectCopyToHold, fillThroughApi, inSections } from './support/by-hand.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'v.eteran@mail.example', password: PASSWORD }
/** Documents have a story of their own. */
const applicant: Application = { ...veteran, document_answer: {}, answer: answersOf(veteran) }
const answers = answersOf(veteran)
const conduct = inSections(answers, 'conduct-and-certification')
const aboutByHand = inSections(answers, 'name', 'citizenship', 'contact', 'program', 'previous-attendance', 'military')
const english = inSections(answers, 'tests')

test('a veteran with permanent residence and eight colleges submits, and every answer is in the copy', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  test.setTimeout(600_000)

  await test.step('he signs up and logs in', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
  })

  await test.step('he answers the first sections by hand, every question that his answers show among them', async () => {
    await answerAll(page, aboutByHand)
    await look('about-by-hand')
  })

  await test.step('the tests as well', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await answerAll(page, english)
  })

  await test.step('the rest is saved for him, and shown on both pages after a reload', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    await fillThroughApi(page, product.address, answers)
    await expect(page.getByRole('heading', { name: 'College 8' })).toBeVisible()
    await expect(page.locator('[id="college_8_gpa"]')).toHaveValue(answers.college_8_gpa ?? '')
    await look('education-filled')
  })

  await test.step('he answers for his conduct, signs and submits', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await answerAll(page, conduct)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
  })

  await test.step('the copy holds every answer', () => expectCopyToHold(page, applicant))
})
