import type { Locator, Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'rhoda.edition@mail.example', password: PASSWORD }
const statement = /^I certify/

/** Opens what the form says where `words` stand, and returns the field in which they are edited. */
async function found(desk: Page, words: string): Promise<Locator> {
  await desk.getByRole('searchbox', { name: 'Find words' }).fill(words)
  return desk.getByRole('textbox', { name: words, exact: true })
}

async function publish(desk: Page, title: string, reason = ''): Promise<void> {
  await desk.getByRole('button', { name: 'Check the draft' }).click()
  await desk.getByRole('textbox', { name: 'What this edition is about' }).fill(title)
  await desk.getByRole('textbox', { name: 'Why, for the record' }).fill(reason)
  await desk.getByRole('button', { name: 'Publish now' }).click()
}

test('a registrar changes the form, and an applicant signs only what she was shown', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  const visitor = await (await browser.newContext({ baseURL: product.address })).newPage()

  await test.step('an applicant has the form open', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'first_name', 'Rhoda')
  })

  await test.step('the registrar rewords a question, retires a major and changes the deadline', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await expect(desk.getByText('Nothing differs from what applicants see.')).toBeVisible()
    await look('the-form', desk)
    const field = await found(desk, 'Deadline, in whole sentences')
    await field.fill('Apply by June 1.')
    await field.blur()
    await expect(desk.getByText('One change is in the draft. Applicants don’t see it yet.')).toBeVisible()
    const question = await found(desk, 'Previous name')
    await question.fill('Former name')
    await question.blur()
    await expect(desk.getByText('2 changes are in the draft.')).toBeVisible()
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('Geology')
    await desk.getByRole('button', { name: 'No longer offer Geology' }).click()
    await expect(desk.getByText('3 changes are in the draft.')).toBeVisible()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect(desk.getByText('2 changes are in the draft.')).toBeVisible()
    await desk.getByRole('button', { name: 'Redo' }).click()
    await expect(desk.getByText('3 changes are in the draft.')).toBeVisible()
  })

  await test.step('the check leads to what has no Spanish, and she writes it beside the English', async () => {
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    const missing = 'In Spanish 2 texts stay in English, for want of a translation: “Apply by June 1.”, “Former name”.'
    await expect(desk.getByText(missing)).toBeVisible()
    await desk.getByRole('button', { name: `Show it: ${missing}` }).click()
    await expect(desk.getByRole('textbox', { name: 'Deadline, in whole sentences' })).toBeFocused()
    await desk.getByRole('checkbox', { name: 'Show Spanish' }).check()
    await expect(desk.getByText('2 texts stay in English.')).toBeVisible()
    await desk.getByRole('checkbox', { name: 'Only what has no Spanish' }).check()
    const deadline = desk.getByRole('textbox', { name: 'In Spanish: Apply by June 1.' })
    await expect(deadline).toHaveAttribute('lang', 'es')
    await look('no-spanish', desk)
    await deadline.fill('Presente su solicitud antes del 1 de junio.')
    await deadline.blur()
    await expect(desk.getByText('One text stays in English.')).toBeVisible()
    await desk.getByRole('checkbox', { name: 'Only what has no Spanish' }).uncheck()
    await found(desk, 'Previous name')
    const spanish = desk.getByRole('textbox', { name: 'In Spanish: Former name' })
    await expect(desk.getByText('Missing. Whoever reads Spanish sees the English.')).toBeVisible()
    await spanish.fill('Apellido de antes')
    await spanish.blur()
    await expect(desk.getByText('100% of what applicants read is there.')).toBeVisible()
    await look('spanish', desk)
  })

  await test.step('pages and mails say what she wrote, too', async () => {
    const before = await found(desk, 'Before you start: about 30 minutes')
    await before.fill('Before you begin: about half an hour')
    await before.blur()
    const mail = 'Someone, probably you, asked for a new password for the {institution} {application}.'
    const words = await found(desk, mail)
    await words.fill('You asked for a new password, we think, for the {institution} {application}.')
    await words.blur()
    await expect(desk.getByText('7 changes are in the draft.')).toBeVisible()
    await look('mail', desk)
  })

  await test.step('she adds links with titles of her own, and says how long answers are kept', async () => {
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('Links of your own')
    for (const title of ['Housing', 'Dining']) {
      await desk.getByRole('textbox', { name: 'Title of a new link' }).fill(title)
      await desk
        .getByRole('textbox', { name: 'Its address' })
        .fill(`https://www.bridger.example/${title.toLowerCase()}`)
      await desk.getByRole('button', { name: 'Add a link' }).click()
      await expect(desk.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
    }
    await desk.getByRole('button', { name: 'Move Dining up' }).click()
    await expect(desk.getByRole('button', { name: 'Move Dining up' })).toBeDisabled()
    // The words before the form, those of the mail, and both titles.
    await expect(desk.getByText('4 texts stay in English.')).toBeVisible()
    await look('links', desk)
    const kept = await found(desk, 'How long you keep what applicants give you, in whole sentences')
    await kept.fill('We keep applications for five years.')
    await kept.blur()
    await expect(desk.getByText('13 changes are in the draft.')).toBeVisible()
  })

  await test.step('before it is published nobody sees it; then everybody does within five seconds', async () => {
    await visitor.goto('/about')
    await expect(visitor.getByText('Previous name')).toBeVisible()
    const other = await (await browser.newContext({ baseURL: product.address })).newPage()
    await other.goto('/about')
    await answer(other, 'first_name', 'Vera')
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText('Geology is no longer offered. Applications with it: 0 not submitted')).toBeVisible()
    await look('checked', desk)
    await publish(desk, 'What changes this year')
    await expect(desk.getByText('Edition 2 is in effect.')).toBeVisible()
    await expect(async () => {
      await visitor.reload()
      await expect(visitor.getByText('Former name')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 5_000 })
    await look('published', desk)
    // A visitor's page hears of it with the next thing that it asks, here the place of a ZIP code.
    await other.locator('#zip').fill('59715')
    await other.locator('#zip').blur()
    await expect(other.getByText('We changed the form after you opened it')).toBeVisible()
    await expect(other.getByText('Former name: Not answered')).toBeVisible()
    await other.getByRole('button', { name: 'Show the new form' }).click()
    await expect(other.getByRole('textbox', { name: 'Former name' })).toBeVisible()
    await expect(other.locator('#first_name')).toHaveValue('Vera')
    await expect(other.locator('#zip')).toHaveValue('59715')
  })

  await test.step('an applicant reads her Spanish, her words before the form and her mail', async () => {
    await expect(visitor.getByText('Before you begin: about half an hour')).toBeVisible()
    await visitor.goto('/about?lang=es')
    await expect(visitor.getByText('Apellido de antes')).toBeVisible()
    await look('reads-spanish', visitor)
    // Her own English has no Spanish.
    await expect(visitor.getByText('Before you begin: about half an hour')).toHaveAttribute('lang', 'en')
    await visitor.goto('/about?lang=en')
    await visitor.getByRole('button', { name: 'Help' }).click()
    const links = visitor.getByRole('dialog').getByRole('link', { name: /^(Housing|Dining)$/ })
    await expect(links).toHaveText(['Dining', 'Housing'])
    await visitor.keyboard.press('Escape')
    await visitor.getByRole('button', { name: 'Privacy' }).click()
    await expect(visitor.getByRole('dialog').getByText('We keep applications for five years.')).toBeVisible()
    await visitor.goto('/forgot')
    await visitor.getByRole('textbox', { name: 'Email address' }).fill(person.email)
    await visitor.getByRole('button', { name: 'Submit' }).click()
    const { text } = await mailbox.mailTo(person.email, /^Choose a new password$/)
    expect(text).toContain(
      'You asked for a new password, we think, for the Bridger State University Transfer Application.',
    )
  })

  await test.step('whoever has the form open loses no letter, and reads what is new', async () => {
    await answer(page, 'last_name', 'Editions')
    await page.locator('#city').fill('Boz')
    await expect(page.getByText('We changed the form after you opened it')).toBeVisible()
    await expect(page.getByText('Former name: Not answered')).toBeVisible()
    await look('told')
    await page.getByRole('button', { name: 'Show the new form' }).click()
    await expect(page.getByText('We changed the form after you opened it')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Former name' })).toBeVisible()
    await expect(page.locator('label[data-new="New"]')).toHaveText(/^Former name/)
    await look('new-in-the-form')
    await page.getByRole('link', { name: 'Former name' }).click()
    await expect(page.getByRole('textbox', { name: 'Former name' })).toBeFocused()
    await page.getByRole('button', { name: 'I’ve seen it' }).click()
    await expect(page.locator('label[data-new]')).toHaveCount(0)
    await expect(page.locator('#city')).toHaveValue('Boz')
    await expect(page.locator('#last_name')).toHaveValue('Editions')
  })

  await test.step('a statement that is signed waits for a second person', async () => {
    const field = desk.getByRole('textbox', { name: statement }).first()
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('I certify')
    const words = await field.inputValue()
    await field.fill(`${words} Truly.`)
    await field.blur()
    await publish(desk, 'Certification', 'Counsel asked for it.')
    await expect(desk.getByText('Edition 3 waits for a second person to confirm it.')).toBeVisible()
    await desk.getByRole('button', { name: 'Confirm edition 3' }).click()
    await expect(desk.getByText('You published this edition, so another person must confirm it.')).toBeVisible()
    const second = await deskOf(browser, product, 'Sol Sand', 'registrar')
    await second.getByRole('link', { name: 'The form' }).click()
    await second.getByRole('button', { name: 'Confirm edition 3' }).click()
    await expect(second.getByText('Edition 3 is confirmed.')).toBeVisible()
  })

  await test.step('any two editions are compared', async () => {
    await desk.reload()
    await desk.getByRole('combobox', { name: 'Compare edition' }).selectOption({ label: 'Edition 1: institution.json' })
    await desk.getByRole('button', { name: 'Show what differs' }).click()
    await expect(desk.locator('ins', { hasText: 'Former name' }).first()).toBeVisible()
  })

  await test.step('going back is six presses at most, and everything reads as before', async () => {
    await desk.reload()
    await desk.getByRole('button', { name: 'Go back to edition 1' }).click()
    await desk.getByRole('dialog').getByRole('textbox', { name: 'Why, for the record' }).fill('It was better.')
    await look('back', desk)
    await desk.getByRole('button', { name: 'Go back', exact: true }).click()
    await expect(desk.getByText('Edition 4, equal to 1, waits for a second person to confirm it.')).toBeVisible()
  })
})
