import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, form, reportsOf } from './support/applicant.ts'
import { answersOf } from './support/by-hand.ts'
import { attach, png, uploadField } from './support/documents.ts'
import { command } from './support/operator.ts'
import { signInByLink } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'
import { expectRightWords, translateEveryPage } from './support/translator.ts'

const person = { email: 'inez.larga@mail.example', password: PASSWORD }
const names = {
  first_name: 'Inez',
  middle_name: 'Inés',
  last_name: 'Larga',
  hs_name: 'Alder Hill',
  college_name: 'Zayde',
}
const answers: Readonly<Record<string, string>> = {
  ...answersOf(domestic),
  ...names,
  birth_state: 'Ohio',
  email_address: person.email,
  decision_essay: 'I grew up beside a river.',
  college_attend_from_month: '9',
  college_attend_from_year: '2022',
  suspended_academic: 'Y',
  suspended_academic_explain: 'I was ill for a term.',
}
const onPage = (slug: string) => {
  const keys = form.pages.find((page) => page.slug === slug)?.keys ?? []
  return Object.fromEntries(keys.flatMap((key) => (answers[key] === undefined ? [] : [[key, answers[key]]])))
}

test('an applicant whose browser translates every page fills in everything, and each word stays right', async ({
  page,
  browser,
  baseURL,
  mailbox,
}) => {
  const reports = reportsOf(page)
  const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const phone = await device.newPage()
  const stored = async () => (await (await page.request.get('/api/profile')).json()).answer
  const next = () => page.getByRole('button', { name: 'Save and Continue' }).click()
  await translateEveryPage(page, [...Object.values(names), 'Juno', 'Junie', person.email])

  await test.step('as a visitor she fills in the first page', async () => {
    await page.goto('/about')
    await expectRightWords(page)
    await answerAll(page, onPage('about'))
    await expectRightWords(page)
    await next()
  })

  await test.step('she signs up and logs in; the mistakes she makes are said on a translated card too', async () => {
    await expect(page.locator('#username')).toHaveValue(/@/) // from Contact
    await page.locator('#username').fill('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('must be valid').first()).toBeVisible()
    await expectRightWords(page)
    await signUp(page, mailbox, person)
    await expectRightWords(page)
    await logIn(page, person)
    await expect(page.locator('#first_name')).toHaveValue(answers.first_name ?? '')
    await expectRightWords(page)
  })

  await test.step('while she types, the line says once whether it is saved', async () => {
    const line = page.locator('[data-save-line]')
    await page.locator('#middle_name').press('End')
    await page.locator('#middle_name').pressSequentially(' Alba')
    await expect(line).toHaveText('Not saved yet')
    await page.locator('#middle_name').press('Tab')
    await expect(line).toHaveText('Saved')
    await expect.poll(stored).toMatchObject({ middle_name: 'Inés Alba' })
    await page.locator('#middle_name').fill(answers.middle_name ?? '')
    await page.locator('#middle_name').press('Tab')
    await page.locator('#ssn').fill('501550187')
    await page.locator('#ssn').press('Tab')
    await expect(line).toHaveText('Saved')
    await expectRightWords(page)
  })

  await test.step('an answer that was changed on another device too is asked about', async () => {
    await phone.goto('/login')
    await logIn(phone, person)
    await answerAll(phone, { chosen_name: 'Junie' })
    await expect.poll(stored).toMatchObject({ chosen_name: 'Junie' })
    await answerAll(page, { chosen_name: 'Juno' })
    const dialog = page.getByRole('dialog', { name: 'Which answers are right?' })
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await expectRightWords(page)
    await dialog.getByRole('radio').last().check()
    await dialog.getByRole('button', { name: 'Use these answers' }).click()
    await expect.poll(stored).toMatchObject({ chosen_name: 'Juno' })
    await expectRightWords(page)
  })

  await test.step('she submits at once, and reads what is missing on the next page', async () => {
    await page.getByRole('link', { name: /Submit/ }).click()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('heading', { name: /Academic History.*to complete/ })).toBeVisible()
    await expectRightWords(page)
    await page.getByRole('link', { name: 'Academic History' }).click()
  })

  await test.step('she adds a college and removes it, and attaches a transcript and deletes it', async () => {
    await answerAll(page, onPage('education'))
    await page.getByRole('button', { name: 'Add another' }).click()
    await answerAll(page, { college_2_name: 'Second College' })
    await expectRightWords(page)
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.locator('#college_2_name')).toHaveCount(0)
    await expectRightWords(page)
    const transcript = uploadField(page, 'college_transcript')
    await attach(page, 'college_transcript', await png('my-transcript.png'))
    await expectRightWords(page)
    await expect(transcript.getByText('my-transcript.png', { exact: true }).first()).toHaveAttribute('translate', 'no')
    await transcript.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await attach(page, 'college_transcript', await png('my-transcript.png'))
    await expectRightWords(page)
  })

  await test.step('folds, menus and dialogs are right on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await expect(page.locator('#hs_name')).toBeAttached()
    await expectRightWords(page)
    for (const name of ['Account', 'Help']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectRightWords(page)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await next()
  })

  await test.step('she corrects what is missing and submits', async () => {
    await answerAll(page, onPage('final-steps'))
    await expectRightWords(page)
    await page.getByText('Check your answers').first().click()
    await expectRightWords(page)
    const { ssn: _, ...known } = await stored()
    expect(known).toMatchObject({ ...answers, chosen_name: 'Juno', college_transcript: 'ANSWERED' })
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/completion$/)
  })

  await test.step('the receipt is translated, and what must stay as it is stays', async () => {
    await expect(page.getByRole('link', { name: /PDF/ })).toBeVisible()
    await expectRightWords(page)
    const { reference } = (await (await page.request.get('/api/profile')).json()).submission
    await expect(page.getByText(reference, { exact: true })).toHaveAttribute('translate', 'no')
    await expect(page.getByText(person.email)).toHaveAttribute('translate', 'no')
  })

  expect(reports, 'errors reported by the pages').toEqual([])
  await device.close()
})

test.use({ actionTimeout: 60_000 })

const STAFF = ['Pat Lowe', 'Ada Moss']

test.describe('at the staff desk', () => {
  test.use({ expectedFaults: [/status of 401/] }) // before anybody has signed in

  test('the queue, an application and the record are right when they are translated', async ({
    page,
    browser,
    product,
  }) => {
    const reports = reportsOf(page)
    await command(product, 'sample-applications', '20')
    await translateEveryPage(page, [...STAFF, 'Núñez'])
    await page.goto('/staff')
    await expect(page.getByText('Ask the operator of this system for a sign-in link')).toBeVisible()
    await expectRightWords(page)
    await signInByLink(product, page, 'Pat Lowe', 'data_steward')
    const table = page.getByRole('table', { name: 'Applications' })
    await expect(table).toBeVisible()
    await expectRightWords(page)

    await page.getByLabel('Name').fill('nun sof')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    await expectRightWords(page)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page.getByRole('button', { name: 'Clear the search' })).toHaveCount(0)
    await expectRightWords(page)

    await table.getByRole('link').first().click()
    await page.getByLabel('Add a note').fill('Called about the transcript.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Called about the transcript.' })).toBeVisible()
    await page.getByLabel('Mark as').selectOption('Handled')
    await page.getByLabel('Assign to').selectOption('Pat Lowe')
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByText('Changed.', { exact: true })).toBeVisible()
    await expectRightWords(page)

    for (const name of ['Deliveries', 'Acknowledgements', 'Code maps', 'Tokens', 'Statistics']) {
      await page.getByRole('navigation').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expectRightWords(page)
    }
    expect(reports, 'errors reported by the pages').toEqual([])

    const context = await browser.newContext({ baseURL: product.address })
    const desk = await context.newPage()
    const others = reportsOf(desk)
    await translateEveryPage(desk, STAFF)
    await signInByLink(product, desk, 'Ada Moss', 'administrator')
    for (const name of ['Erasures', 'People', 'Record']) {
      await desk.getByRole('navigation').getByRole('link', { name }).click()
      await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
      await expectRightWords(desk)
    }
    await expect(desk.getByText('note added').first()).toBeVisible()
    await expectRightWords(desk)
    expect(others, 'errors reported by the pages').toEqual([])
    await context.close()
  })
})
