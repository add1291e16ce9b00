import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'dora.differs@mail.example', password: PASSWORD }
const saved = { first_name: 'Dora', city: 'Bozeman', country: 'USA', state: 'Montana', us_citizen: 'Y' }
const later = { first_name: 'Theodora', last_name: 'Finch', city: 'Bozeman', us_citizen: 'N', perm_resident: 'Y' }

test('answers typed before logging in fill empty questions, and the applicant chooses where they differ', async ({
  page,
  browser,
  baseURL,
  mailbox,
  look,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Which answers are right?' })

  await test.step('her account has some answers, given on another device', async () => {
    const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const phone = await device.newPage()
    await phone.goto('/signup')
    await signUp(phone, mailbox, person)
    await logIn(phone, person)
    await answerAll(phone, saved)
    await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
    await device.close()
  })

  await test.step('signed out, on this one, she gives others, and logs in', async () => {
    await page.goto('/about')
    await answerAll(page, later)
    await page.getByRole('link', { name: 'click here to log back in' }).click()
    await logIn(page, person)
  })

  await test.step('what was empty is filled silently; what differs is asked, in words she knows', async () => {
    await expect(dialog).toBeVisible()
    await expect(page.locator('#last_name'), proves('1.visitor.3')).toHaveValue('Finch')
    await expect(page.locator('#first_name')).toHaveValue('Dora')
    const questions = dialog.getByRole('group')
    await expect(questions).toHaveCount(2)
    await expect(questions.nth(0)).toContainText('First Name')
    await expect(questions.nth(0)).toContainText('Theodora')
    await expect(questions.nth(1)).toContainText('Are you a citizen of the United States?')
    await expect(questions.nth(1).getByRole('radio', { name: 'Saved Yes' })).toBeChecked()
    await expect(
      questions
        .nth(1)
        .getByRole('radio', { name: /^On this device No Answered (just now|1 minute ago), not saved yet$/ }),
    ).not.toBeChecked()
    await look('which-answers')
  })

  await test.step('closed and loaded again, nothing is lost', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await look('not-decided')
    await page.reload()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Compare them' }).click()
  })

  await test.step('she takes the answers of this device, but not the name; what depends on them comes along', async () => {
    await dialog.getByRole('button', { name: 'Choose all from this device' }).click()
    await dialog.getByRole('group').nth(0).getByRole('radio', { name: 'Saved Dora' }).check()
    await dialog.getByRole('button', { name: 'Use these answers' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('#first_name')).toHaveValue('Dora')
    await expect(page.locator('#us_citizen').getByRole('radio', { name: 'No' })).toBeChecked()
    await expect(page.locator('#perm_resident').getByRole('radio', { name: 'Yes' })).toBeChecked()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('so it is saved, and not asked again', async () => {
    await page.reload()
    await expect(page.locator('#first_name')).toHaveValue('Dora')
    await expect(page.locator('#perm_resident').getByRole('radio', { name: 'Yes' })).toBeChecked()
    await expect(dialog).toHaveCount(0)
  })
})
