import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { pdf } from './support/documents.ts'
import { pdfText } from './support/pdf-text.ts'
import type { Product } from './support/product.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

// A second application for one term, and the page of an account that is gone.
test.use({ expectedFaults: [/status of (401|422)/] })

const NAME = 'Thessaly'
const person = { email: 'thessaly.quillon@mail.example', password: PASSWORD }
const answers = {
  ...answersOf(domestic),
  ...{ first_name: NAME, last_name: 'Quillon', address_line_1: '12 Larkspur Lane', entry_term: '202730' },
}
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** What a registrar does in the room of the form, without its pages. */
async function publish(desk: Page, changes: Readonly<Record<string, string>>): Promise<void> {
  const ask = async (method: string, path: string, data: object) => {
    const reply = await desk.request.fetch(`/staff/api/form/${path}`, { method, data })
    expect(reply.status()).toBe(200)
    return Object(await reply.json())
  }
  await ask('POST', 'draft', { revision: 0, changes })
  const { of } = await ask('POST', 'check', {})
  await ask('POST', 'publish', { of, title: 'A name', reason: 'Asked otherwise.', takes_effect: null })
}

async function submit(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Submit/ })
    .click()
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('an application is completed, corrected, followed by another, withdrawn and erased', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const step = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(name) })
  const later = page.getByRole('heading', { name: 'Your applications' })
  const linkIn = (text: string) => /\S+\/login\?application=\S+/.exec(text)?.[0] ?? 'no link'
  let askedLink = ''

  await test.step('she submits', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answers)
    await submit(page)
    await expect(page).toHaveURL(/\/completion$/)
    await expect(later).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply for another term' })).toBeVisible()
  })

  const june = await deskOf(browser, product, 'June Hale', 'processor')
  const ask = async (what: string, reason: string, title?: string) => {
    await june.getByLabel('Ask the applicant').selectOption(what)
    if (title !== undefined) await june.getByLabel('Which document?').fill(title)
    await june.getByLabel('What do you write to the applicant?').fill(reason)
    await june.getByLabel('Through').fill(dayIn(10))
    await look(title ? 'desk-asks' : 'desk-opens', june)
    await june.getByRole('button', { name: 'Send it' }).click()
  }

  await test.step('staff ask her for a transcript, and she adds it', async () => {
    await june.getByRole('link', { name: `Quillon, ${NAME}` }).click()
    await ask('for one document', 'The one you sent ends in the fall.', `Spring transcript of ${NAME}`)
    await expect(june.getByText(/^The applicant can add it through [A-Z][a-z]+ \d+, \d{4}, and was told/)).toBeVisible()
    const { text } = await mailbox.mailTo(person.email, /document/)
    expect(text).toContain('The one you sent ends in the fall.')
    askedLink = linkIn(text)

    await page.goto(askedLink)
    await expect(page).toHaveURL(/\/completion#request_\d+$/)
    await expect(page.getByRole('heading', { name: 'We need a document from you' })).toBeInViewport()
    await page.goto('/')
    await page.getByRole('link', { name: 'See what, and add it' }).click()
    await expect(page.getByRole('heading', { name: 'We need a document from you' })).toBeInViewport()
    await look('asked-for')
    const transcript = await pdf('spring-of-thessaly.pdf')
    typedOn(page).add(transcript.name)
    await page.locator('input[type=file]').setInputFiles(transcript)
    await expect(page.getByText(`We have it, thank you: ${transcript.name}.`)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: 'See what, and add it' })).toBeHidden()
    await look('added')
    await june.reload()
    await expect(june.getByText('Document came')).toBeVisible()
    await look('desk-came', june)
    await june.getByRole('link', { name: 'Back to the applications' }).click()
    await june.getByRole('link', { name: 'Something came 1' }).click()
    await look('desk-lists', june)
    await expect(june.getByRole('cell', { name: 'Document came' })).toBeVisible()
    await june.getByRole('link', { name: `Quillon, ${NAME}` }).click()
    await june.getByLabel('Mark as').selectOption('Handled')
    await june.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(june.getByText('Document came')).toHaveCount(0)
    await expect(june.getByText(`Spring transcript of ${NAME}, received`)).toBeVisible()
    await expect(june.getByText(`Spring transcript of ${NAME}: ${transcript.name}, attached`)).toBeVisible()
  })

  await test.step('staff open it again; she corrects her address and signs version 2', async () => {
    await ask('to change the application and sign it again', 'Your street is missing its number.')
    await expect(
      june.getByText(/^The applicant can change it through [A-Z][a-z]+ \d+, \d{4}, and was told/),
    ).toBeVisible()
    await look('desk-open', june)
    await mailbox.mailTo(person.email, /open/)
    await publish(await deskOf(browser, product, 'Rhea Rigg', 'registrar'), {
      '/wording/first_name/label': 'Given name',
    })
    await page.goto('/about')
    await expect(page.getByText('We wrote: Your street is missing its number.')).toBeVisible()
    const news = page.getByText('If you sign again, you sign it with these changes:').locator('..')
    await expect(news.getByRole('listitem')).toHaveText([`First Name: ${NAME}Given name: ${NAME}`])
    await expect(news.getByRole('link', { name: 'Given name' })).toHaveAttribute('href', '/about#first_name')
    await look('open-again')
    await step('Personal Info').click()
    await answer(page, 'address_line_1', '21 Larkspur Lane')
    await expect(page.locator('[data-save-line]')).toContainText('Saved')
    await submit(page)
    await expect(page.getByText('This is version 2. It replaces what you signed before.')).toBeVisible()
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const signed = await pdfText(await (await page.request.get((await link.getAttribute('href')) ?? '')).body())
    expect(signed).toContain('Version 2, replaces version 1')
    expect(signed).toContain('21 Larkspur Lane')
    await look('version-2')
    await june.reload()
    await expect(june.getByText('Correction came')).toBeVisible()
    await expect(june.getByText(/^Version 2 counts\. Replaced: version 1 of /)).toBeVisible()
    await expect(june.getByText('Open for changes until')).toHaveCount(0)
  })

  await test.step('she applies for another term, and not twice for one', async () => {
    await page.getByRole('button', { name: 'Apply for another term' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.locator('#first_name')).toHaveValue(NAME)
    await expect(page.locator('#entry_term')).toHaveValue('')
    await fillThroughApi(page, product.address, { ...answers, address_line_1: '7 Aspen Court' })
    await submit(page)
    await expect(page.getByText(/You have already applied for this term\./).first()).toBeVisible()
    await look('term-taken')
    await step('Personal Info').click()
    await answer(page, 'entry_term', '202770')
    await expect(page.locator('[data-save-line]')).toContainText('Saved')
    await submit(page)
    await expect(page).toHaveURL(/\/completion$/)
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect(page.getByRole('button', { name: 'Your applications' })).toBeVisible()
    await look('account-menu')
    await page.getByRole('button', { name: 'Your applications' }).click()
    const own = page.getByRole('dialog', { name: 'Your applications' })
    await expect(own.getByRole('listitem')).toHaveCount(2)
    await expect(own.getByRole('listitem').first()).toContainText('This one is open')
    await look('your-applications')
    await page.keyboard.press('Escape')
  })

  await test.step('the link of the old mail opens the first one, after log-in too, and its own mail the other', async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goto(askedLink)
    await expect(page).toHaveURL(/\/login$/) // what it names is gone from the address
    await logIn(page, person)
    await expect(page).toHaveURL(/\/completion$/)
    await expect(page.getByText('We already have the document that the email asks for:')).toBeVisible()
    await expect(page.getByText('This is version 2. It replaces what you signed before.')).toBeVisible()
    await look('old-link')
    const { text } = await mailbox.mailTo(person.email, /received your Fall 2027 application/)
    await page.goto(linkIn(text))
    await expect(page).toHaveURL(/\/completion$/)
    await expect(page.getByText('This is version 2.')).toBeHidden()
    expect(await product.log()).not.toContain('application=')
  })

  await test.step('she withdraws it, and staff see that', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('withdraw')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByText(/^You withdrew this application on /)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('You withdrew your application.')
    await mailbox.mailTo(person.email, /withdr/)
    await look('withdrawn')
    await june.reload()
    await june.getByRole('link', { name: 'Fall 2027' }).click()
    await expect(june.getByText(/^Withdrawn by the applicant, /)).toBeVisible()
    await look('desk-withdrawn', june)
    await june.getByRole('link', { name: 'Spring 2027' }).click()
    await expect(june.getByText(/^Version 2 counts\./)).toBeVisible()
  })

  const ada = await deskOf(browser, product, 'Ada Moss', 'administrator')
  const erase = async () => {
    await june.getByLabel('Why?').fill(`${NAME} asks for it.`)
    await june.getByRole('button', { name: 'Ask to erase it' }).click()
    await expect(june.getByRole('heading', { name: 'To be erased' })).toBeVisible()
    await ada.getByRole('link', { name: 'Erasures' }).click()
    await ada.reload()
    await ada.getByRole('button', { name: `Erase the application of Quillon, ${NAME}` }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Erase it' }).click()
    await expect(ada.getByText('The application was erased.')).toBeVisible()
  }
  const found = async (...words: readonly string[]) => {
    await product.stop()
    const places = await placesWith(product, words)
    await product.start()
    return places
  }

  await test.step('staff erase the first with a second person: of it, only that it was erased is left', async () => {
    // The other one was begun with the address of version 2.
    const ofTheFirst = ['12 Larkspur', 'spring-of-thessaly', 'Spring transcript'] as const
    expect(await found(...ofTheFirst)).toEqual(expect.arrayContaining(['public.document', 'public.document_request']))
    await erase()
    await expect
      .poll(() => page.request.get('/api/applications').then((reply) => reply.json()))
      .toMatchObject({
        applications: [{ term: 'Fall 2027' }],
      })
    expect(await found(...ofTheFirst)).toEqual([])
  })

  await test.step('with the other one her account is erased, and her name is nowhere', async () => {
    await june.goto('/staff')
    await june.getByRole('link', { name: `Quillon, ${NAME}` }).click()
    await erase()
    expect(await found(NAME, 'Quillon', person.email, 'Larkspur', 'Aspen Court')).toEqual([])
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  })
})

/** Where a stopped product holds any of these words: tables, files, and its log. The mails in its folder are sent. */
async function placesWith({ dataDir, log }: Product, words: readonly string[]): Promise<readonly string[]> {
  const tellsEnough = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  const database = await PGlite.create(join(dataDir, 'database'))
  const places: string[] = []
  try {
    const tables = await database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables.rows) {
      const { rows } = await database.query<{ row: string }>(
        `select row_to_json(each)::text as row from ${name} as each`,
      )
      if (rows.some(({ row }) => tellsEnough(row))) places.push(name)
    }
  } finally {
    await database.close()
  }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || ['database', 'mail'].some((folder) => path.startsWith(join(dataDir, folder)))) continue
    if (tellsEnough(path) || tellsEnough(await readFile(path, 'latin1'))) places.push(path)
  }
  if (tellsEnough(await log())) places.push('the log')
  return places
}
