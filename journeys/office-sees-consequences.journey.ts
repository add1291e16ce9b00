import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'dana.done@mail.example', password: PASSWORD }

test('a registrar sees whom a change concerns before she publishes it, and that is what they then meet', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  const second = await deskOf(browser, product, 'Sol Sand', 'registrar')

  await test.step('an applicant has answered everything', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, { ...answersOf(domestic), first_name: 'Dana', last_name: 'Done' })
    await expect(page.locator('#first_name')).toHaveValue('Dana')
  })

  await test.step('the registrar requires one question, stops another, and checks', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await desk.getByRole('link', { name: 'Questions', exact: true }).click()
    await desk.getByLabel('Find questions').fill('Chosen name')
    await desk.getByRole('button', { name: 'Make it required Chosen name' }).click()
    await expect(desk.getByText('“Chosen name” is required.')).toBeVisible()
    await desk.getByLabel('Find questions').fill('Gallatin')
    await desk.getByRole('button', { name: 'Stop asking At Gallatin College' }).click()
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText('One person who has nothing left to answer would have something left:')).toBeVisible()
    await expect(desk.getByRole('listitem').filter({ hasText: /^Fall 2027: 1 of 1/ })).toBeVisible()
    await expect(desk.getByText('Chosen name (Name): 1')).toBeVisible()
  })

  await test.step('she compares the made-up applicants, and opens a PDF', async () => {
    await desk.getByRole('button', { name: 'Compare before and after' }).click()
    await expect(desk.getByText(/^Something differs for/)).toBeVisible()
    await desk.locator('summary', { hasText: 'June Hale' }).click()
    await look('consequences', desk)
    const href = await desk.getByRole('link', { name: /^PDF with the draft: June Hale/ }).getAttribute('href')
    const pdf = await desk.request.get(new URL(href ?? '').pathname + new URL(href ?? '').search)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  })

  await test.step('she publishes, and the applicant has that one question left', async () => {
    await desk.getByLabel('What this edition is about').fill('Chosen names')
    await desk.getByLabel('Why, for the record').fill('The office decided it.')
    await desk.getByRole('button', { name: 'Publish now' }).click()
    await expect(desk.getByText(/^Edition 2 waits for a second person/)).toBeVisible()
    await second.goto('/staff/form')
    await second.getByRole('button', { name: 'Confirm edition 2' }).click()
    await expect(second.getByText('Edition 2 is confirmed.')).toBeVisible()
    await page.reload()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Submit/ })
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Chosen name').first()).toBeVisible()
    await expect(page).not.toHaveURL(/\/completion$/)
  })
})
