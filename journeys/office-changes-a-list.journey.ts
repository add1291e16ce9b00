import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { openSectionOf, typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const signer = { email: 'sigrid.signed@mail.example', password: PASSWORD }
const drafter = { email: 'dora.draft@mail.example', password: PASSWORD }
const retired = 'Associate of Applied Science'
const answers = {
  ...answersOf(domestic),
  ...{ first_name: 'Sigrid', last_name: 'Signed', college_degree: 'AAS' },
}

test('a registrar renames a country, moves a degree and retires one; who signed it keeps it', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const second = await (await browser.newContext({ baseURL: product.address })).newPage()
  const degree = second.locator('#college_degree')
  const step = (name: string) => second.getByRole('navigation').getByRole('link', { name: new RegExp(name) })

  await test.step('one applicant has signed the degree, and one has chosen it', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, signer)
    await logIn(page, signer)
    await fillThroughApi(page, product.address, answers)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Submit/ })
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    await second.goto('/signup')
    await signUp(second, mailbox, drafter)
    await logIn(second, drafter)
    await fillThroughApi(second, product.address, { ...answers, first_name: 'Dora', last_name: 'Draft' })
    typedOn(second).add('Dora')
  })

  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  const find = (words: string) => desk.getByRole('searchbox', { name: 'Find words' }).fill(words)

  await test.step('the registrar finds the options by what they say', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await find('Germany')
    await expect(desk.getByText('List: Countries')).toBeVisible()
    const country = desk.getByRole('textbox', { name: 'DEU' })
    await country.fill('Germany (Federal Republic)')
    await country.blur()
    await expect(desk.getByText('Back to our words: “Germany”')).toBeVisible()
    await look('country', desk)
    await find('Bachelor of Arts')
    await desk.getByRole('button', { name: 'Move Bachelor of Arts up' }).click()
    await expect(desk.getByText('2 changes are in the draft.')).toBeVisible()
    await find(retired)
    await desk.getByRole('button', { name: `No longer offer ${retired}` }).click()
    await expect(desk.getByRole('button', { name: `Offer ${retired} again` })).toBeVisible()
    await find('')
    await desk.getByText('List', { exact: true }).click()
    await desk.getByText('List: Degree earned').click()
    await look('degrees', desk)
  })

  await test.step('the check stops what the form depends on, and says by what', async () => {
    await find('Degree earned')
    await find('OTHER')
    await desk.locator('[data-place="/lists/degrees"]').getByRole('button', { name: 'No longer offer Other' }).click()
    await expect(desk.getByText('4 changes are in the draft.')).toBeVisible()
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText(/must offer OTHER, because “Which degree\?” depends on it/)).toBeVisible()
    await look('stopped', desk)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect(desk.getByText('3 changes are in the draft.')).toBeVisible()
  })

  await test.step('it is published, and everybody reads it', async () => {
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText(`${retired} is no longer offered in “Degree earned”.`)).toBeVisible()
    await desk.getByRole('textbox', { name: 'What this edition is about' }).fill('Lists of this year')
    await desk.getByRole('button', { name: 'Publish now' }).click()
    await expect(desk.getByText('Edition 2 is in effect.')).toBeVisible()
    await second.reload()
    await step('Academic History').click()
    await openSectionOf(second, 'college_degree')
    await expect(degree.locator('option')).toContainText(['--', 'None yet', 'Certificate', 'Associate of Arts'])
    const options = await degree.locator('option').allTextContents()
    expect(options.indexOf('Bachelor of Arts')).toBeLessThan(options.indexOf('Bachelor of Science'))
    // Hers is to be read, and to be chosen again.
    await expect(degree).toHaveValue('AAS')
    expect(options.at(-1)).toBe(`${retired} (no longer offered)`)
    await look('chosen', second)
    await step('Submit').click()
    await second.getByRole('button', { name: 'Submit' }).click()
    await expect(second.getByRole('link', { name: 'Degree earned', exact: true })).toBeVisible()
    await look('choose-again', second)
    await step('Personal Info').click()
    await second.locator('#country').fill('Federal')
    await expect(second.getByRole('option', { name: 'Germany (Federal Republic)' })).toBeVisible()
  })

  await test.step('the desk reads what was signed as it was signed', async () => {
    const pat = await deskOf(browser, product, 'Pat Lowe', 'processor')
    await pat.getByRole('link', { name: 'Signed, Sigrid' }).click()
    const [view] = await Promise.all([
      pat.waitForEvent('popup'),
      pat.getByRole('button', { name: 'Read the application' }).click(),
    ])
    await expect(view.getByText(retired, { exact: true }).first()).toBeVisible()
    await look('signed', view)
  })
})
