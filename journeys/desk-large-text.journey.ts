import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { signedPdf, uploadThroughApi } from './support/documents.ts'
import { DIALOG, expectDialogFits, expectFitsPhones } from './support/large-text.ts'
import { command } from './support/operator.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const MINUTE = 60_000 // ms
/** The hardest: what fits there fits with smaller text, and on a wider phone. */
const HARDEST = { texts: [200], widths: [320] }
const person = { email: 'maximiliane.featherstonehaugh@mail.example', password: PASSWORD }
/** As long as staff write it. */
const REASON = 'Registrar’s correspondence about misunderstood prerequisites, acknowledged by telephone.'

/** Both ends of a session, and how long before it is said, so that nobody waits for them. */
const ENDS = [
  ['idle_until', /^Are you still there/, MINUTE - 5000],
  ['ends_at', /^Your session ends at/, 4 * MINUTE],
] as const

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** All of a page at once, with everything opened that is folded. */
async function fits(page: Page, what: string): Promise<void> {
  await page.locator('details').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '')
  })
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expectFitsPhones(page, what, 'header, main, footer', 'html', HARDEST)
}

async function dialogFits(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectDialogFits(page, String(name), HARDEST)
  await page.keyboard.press('Escape')
  await expect(page.locator(DIALOG)).toHaveCount(0)
}

test.use({ expectedFaults: [/status of 401/] }) // before anybody has signed in

test('the words of the staff desk and its dialogs can be read, and its controls reached, at twice their size on a phone', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  page.setDefaultTimeout(30_000)
  await test.step('there are applications, and systems that they are handed over to', async () => {
    const folder = test.info().outputPath('in-box')
    await mkdir(folder, { recursive: true })
    const [file, codes] = [test.info().outputPath('deliveries.json'), test.info().outputPath('codes.csv')]
    await writeFile(codes, 'list,ours,theirs\ndegrees,AA,1\n')
    const registrar = { profile: 'plain', include: ['documents', 'demographics'], to: { folder } }
    await writeFile(file, JSON.stringify({ registrar, crm: { profile: 'slate', codes } }))
    await product.stop()
    await product.start({ DELIVERIES_FILE: file })
    await command(product, 'sample-applications', '12')
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answerAll(page, { first_name: 'Maximiliane', last_name: 'Featherstonehaugh-Cholmondeley' })
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    await uploadThroughApi(page, 'college_transcript', await signedPdf('signed-correspondence.pdf'))
  })

  const dana = await deskOf(browser, product, 'Dana Reyes', 'data_steward')
  dana.setDefaultTimeout(30_000)
  await dana.setViewportSize({ width: 390, height: 900 })
  await test.step('the queue', async () => {
    await fits(dana, 'queue')
    await dana.getByLabel('Save these filters as').fill('Undergraduates without acknowledgement')
    await press(dana, 'Save')
    await dana.getByLabel('Choose Okafor, Zoë').check()
    await dana.getByLabel(/^Choose Featherstonehaugh/).check()
    await fits(dana, 'queue, with two chosen')
  })
  await test.step('an application that was submitted', async () => {
    await follow(dana, 'Okafor, Zoë')
    await expect(dana.getByRole('heading', { level: 1 })).toHaveText('Okafor, Zoë')
    await fits(dana, 'application')
    const ask = async (what: string) => {
      await dana.getByLabel('Ask the applicant').selectOption(what)
      if (what === 'document') await dana.getByLabel('Which document?').fill('Acknowledgement of correspondence')
      await dana.getByLabel('What do you write to the applicant?').fill(REASON)
      await dana.getByLabel('Through').fill(new Date(Date.now() + 10 * 24 * 60 * MINUTE).toISOString().slice(0, 10))
      await press(dana, 'Send it')
    }
    await ask('document')
    await expect(dana.getByText(/^The applicant can add it through/)).toBeVisible()
    await ask('changes')
    await expect(dana.getByText(/^The applicant can change it through/)).toBeVisible()
    await dana.getByLabel('Why do you need it?').fill(REASON)
    await press(dana, 'Show the number')
    await expect(dana.getByRole('button', { name: 'Hide' })).toBeVisible()
    await dana.getByLabel('Add a note').fill(REASON)
    await press(dana, 'Add')
    await dana.getByLabel('Who asks for the file?').fill(REASON)
    await press(dana, 'Make the file')
    await expect(dana.getByText(/^The file is in your downloads/)).toBeVisible()
    await dana.getByLabel('Why?').fill(REASON)
    await press(dana, 'Put it on hold')
    await expect(dana.getByRole('heading', { name: 'On hold' })).toBeVisible()
    await fits(dana, 'application, with all that can be asked for')
  })
  await test.step('one that is to be erased, and the original of a signed document', async () => {
    await follow(dana, 'Back to the applications')
    await follow(dana, 'Featherstonehaugh-Cholmondeley, Maximiliane')
    await press(dana, /^Original with its signature/)
    await dialogFits(dana, /^Download the original/)
    await dana.getByLabel('Why?').fill(REASON)
    await press(dana, 'Ask to erase it')
    await expect(dana.getByRole('heading', { name: 'To be erased' })).toBeVisible()
    await fits(dana, 'application to be erased')
  })
  await test.step('deliveries', async () => {
    await follow(dana, 'Deliveries')
    await dana.getByRole('region', { name: 'crm' }).getByRole('button', { name: 'Dry run' }).click()
    await expect(dana.getByText(/values of the form have no code/)).toBeVisible()
    const registrar = dana.getByRole('region', { name: 'registrar' })
    await registrar.getByRole('button', { name: 'Make a delivery' }).click()
    await dialogFits(dana, /^Hand applications over to registrar/)
    await registrar.getByRole('button', { name: 'Make a delivery' }).click()
    await press(dana, 'Hand over')
    await expect(dana.getByRole('row').filter({ hasText: 'registrar' })).toContainText('Sent')
    await fits(dana, 'deliveries')
    await dana.getByRole('row').getByRole('link').first().click()
    await expect(dana.getByRole('heading', { level: 1 })).toHaveText(/^Delivery \d+ to registrar$/)
    await fits(dana, 'delivery')
    await follow(dana, 'Code maps')
    await expect(dana.getByText('codes.csv')).toBeVisible()
    await fits(dana, 'code maps')
  })
  await test.step('what a system answered', async () => {
    await follow(dana, 'Acknowledgements')
    await fits(dana, 'acknowledgements')
  })
  await test.step('a token', async () => {
    await follow(dana, 'Tokens')
    await dana.getByLabel('Name of the system').fill('student-information-system')
    await dana.getByLabel('Read Social Security numbers').check()
    await dana.getByLabel('Networks').fill('192.0.2.0/24, 198.51.100.0/24')
    await dana.getByLabel('What is it for?').fill(REASON)
    await press(dana, 'Make it')
    await expect(dana.getByRole('code')).toBeVisible()
    await fits(dana, 'tokens')
    await press(dana, 'End student-information-system')
    await dialogFits(dana, /^End student-information-system/)
  })
  await test.step('statistics', async () => {
    await follow(dana, 'Statistics')
    await expect(dana.getByRole('table', { name: 'Submitted by term' })).toBeVisible()
    await fits(dana, 'statistics')
  })

  const ada = await deskOf(browser, product, 'Ada Moss', 'administrator')
  await ada.setViewportSize({ width: 390, height: 900 })
  await test.step('what an administrator confirms and ends', async () => {
    await follow(ada, 'Tokens')
    await expect(ada.getByRole('button', { name: 'Confirm student-information-system' })).toBeVisible()
    await fits(ada, 'tokens of an administrator')
    await follow(ada, 'Erasures')
    await fits(ada, 'erasures')
    await press(ada, /^Erase the application of Featherstonehaugh/)
    await dialogFits(ada, /^Erase the application/)
    await follow(ada, 'People')
    await fits(ada, 'people')
    await press(ada, 'End access of Dana Reyes')
    await dialogFits(ada, /^End the access of Dana Reyes/)
    await follow(ada, 'Record')
    await expect(ada.getByText(/^\d+ rows$/)).toBeVisible()
    await fits(ada, 'record')
    await press(ada, /^Download all/)
    await fits(ada, 'record')
  })
  await test.step('what an administrator has erased', async () => {
    await follow(ada, 'Erasures')
    await press(ada, /^Erase the application of Featherstonehaugh/)
    await press(ada, 'Erase it')
    await expect(ada.getByText('The application was erased.')).toBeVisible()
    await fits(ada, 'erasures, one confirmed')
  })
  await test.step('signing in, and the end of a session', async () => {
    const pat = await (await browser.newContext({ baseURL: product.address })).newPage()
    await pat.goto('/staff')
    await expect(pat.getByText(/^Ask the operator of this system/)).toBeVisible()
    await fits(pat, 'sign in')
    for (const [which, name, left] of ENDS) {
      const desk = await deskOf(browser, product, 'Pat Lowe', 'processor')
      await desk.route('**/staff/api/session', async (route) => {
        const reply = await route.fetch()
        const end = new Date(Date.now() + left).toISOString()
        await route.fulfill({ response: reply, json: { ...(await reply.json()), [which]: end } })
      })
      await desk.reload()
      await expect(desk.getByRole('dialog', { name })).toBeVisible()
      await expectDialogFits(desk, String(name), HARDEST)
      // It reads its session again and again, which must not outlast the product.
      await desk.unrouteAll({ behavior: 'ignoreErrors' })
      await desk.context().close()
    }
    await page.close()
  })
})
