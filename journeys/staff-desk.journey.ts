import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { BY, command } from './support/operator.ts'
import { pdfText } from './support/pdf-text.ts'
import type { Product } from './support/product.ts'
import { expect, test } from './support/story.ts'

/** Signs a person in at the staff desk with a link of the operator's. */
async function signIn(product: Product, page: Page, name: string, role: string): Promise<void> {
  const printed = await command(product, 'staff-link', name, '--role', role, ...BY)
  await page.goto(/^url: (\S+)$/m.exec(printed)?.[1] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeFocused()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.use({ expectedFaults: [/status of 401/] }) // before anybody has signed in, and after signing out

test('staff sign in, find an application by half a name, handle it, and the record has all of it by name', async ({
  page,
  browser,
  product,
  look,
}) => {
  const inBox = test.info().outputPath('in-box')

  await test.step('there are applications, and a system that they are handed over to', async () => {
    await mkdir(inBox, { recursive: true })
    const file = test.info().outputPath('deliveries.json')
    await writeFile(file, JSON.stringify({ registrar: { profile: 'plain', to: { folder: inBox } } }))
    await product.stop()
    await product.start({ DELIVERIES_FILE: file })
    expect(await command(product, 'sample-applications', '60')).toBe('made: 60\nsubmitted: 36\n')
  })

  await test.step('without a session the page says how to sign in; a link signs in once', async () => {
    await page.goto('/staff?status=submitted')
    await expect(page.getByText('Ask the operator of this system for a sign-in link')).toBeVisible()
    await look('sign-in')
    await signIn(product, page, 'June Hale', 'processor')
    await expect(page.getByText('36 applications')).toBeVisible()
    await look('queue')
  })

  await test.step('a processor finds somebody by half a name; nothing of it is in the address or on the device', async () => {
    await page.getByLabel('Name').fill('nun sof')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('1 application', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Núñez, Sofía')).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))
    expect(kept).not.toMatch(/nun|sof|Núñez/i)
  })

  await test.step('she reads it, in a tab of its own and only in her session', async () => {
    await page.getByRole('link', { name: 'Núñez, Sofía' }).click()
    await expect(heading(page)).toHaveText('Núñez, Sofía')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Read the application' }).click()
    const tab = await opened
    await expect(tab.getByText('Every answer as signed.')).toBeVisible()
    await expect(tab.getByText(/^\*\*\*-\*\*-\d{4}$/).first()).toBeVisible()
    await tab.close()
  })

  await test.step('she adds a note, opens the packet, and marks it handled', async () => {
    await page.getByLabel('Add a note').fill('Called about the transcript.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Called about the transcript.' })).toBeVisible()
    await expect(page.getByLabel('Add a note')).toHaveValue('')
    const href = await page.getByRole('link', { name: 'Packet (PDF)' }).getAttribute('href')
    const packet = await page.request.get(href ?? '')
    expect(packet.headers()['content-type']).toBe('application/pdf')
    expect(await pdfText(await packet.body())).toContain('Núñez')
    await page.getByLabel('Mark as').selectOption('Handled')
    await page.getByLabel('Assign to').selectOption('June Hale')
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByText('Changed.', { exact: true })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'June Hale' })).toBeVisible()
  })

  await test.step('she reveals the number for a reason, and hides it', async () => {
    await page.getByLabel('Why do you need it?').fill('To match a record.')
    await page.getByRole('button', { name: 'Show the number' }).click()
    await expect(page.getByText(/^501-55-\d{4}$/)).toBeVisible()
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(page.getByText(/^501-55-\d{4}$/)).toHaveCount(0)
    await look('application')
  })

  await test.step('it is handed over and accepted, which she sees', async () => {
    const delivered = await command(product, 'deliver', 'registrar', ...BY)
    expect(delivered).toMatch(/^delivered: 36$/m)
    const id = new URL(page.url()).searchParams.get('id')
    const file = test.info().outputPath('answers.csv')
    await writeFile(file, `application_id,version,result,their_id\n${id},1,accepted,S-1\n`)
    await command(product, 'acknowledge', 'registrar', file, ...BY)
    await page.reload()
    await expect(page.getByText(/registrar, accepted/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the applications' }).click()
    await page.getByLabel('Handled').selectOption('Handled')
    await expect(page.getByText('1 application', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Núñez, Sofía')).toContainText('Accepted')
  })

  await test.step('a viewer reads and can neither change nor reveal anything', async () => {
    const context = await browser.newContext({ baseURL: product.address })
    const viewer = await context.newPage()
    await signIn(product, viewer, 'Ben Ruiz', 'viewer')
    await expect(viewer.getByRole('checkbox')).toHaveCount(0)
    await viewer.goto(page.url().replace(/\/staff.*/, '/staff/application?id=') + (await idOf(page)))
    await expect(heading(viewer)).toHaveText('Núñez, Sofía')
    for (const name of ['Show the number', 'Change', 'Add'])
      await expect(viewer.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(viewer.getByRole('link', { name: 'Packet (PDF)' })).toHaveCount(0)
    await context.close()
  })

  await test.step('an administrator reads in the record who did what, and ends an access', async () => {
    const context = await browser.newContext({ baseURL: product.address })
    const admin = await context.newPage()
    await signIn(product, admin, 'Ada Moss', 'administrator')
    await admin.getByRole('link', { name: 'Record' }).click()
    await admin.getByLabel('Who', { exact: true }).fill('june')
    await admin.getByRole('button', { name: 'Show', exact: true }).click()
    for (const action of ['signed in', 'application read', 'note added', 'packet made', 'handling changed', 'revealed'])
      await expect(admin.getByRole('listitem').filter({ hasText: action }).first(), action).toBeVisible()
    await expect(admin.getByText('To match a record.')).toBeVisible()
    const record = await downloaded(admin, 'Download all of them (CSV)')
    expect(record).toMatch(/^\uFEFFat,actor,action,subject,detail\r\n.*,staff:June Hale,/)
    expect(record).toContain('To match a record.')
    await look('record', admin)
    await admin.getByRole('link', { name: 'People' }).click()
    await admin.getByRole('button', { name: 'End access of June Hale' }).click()
    await look('end-access', admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await expect(admin.getByText('June Hale can no longer sign in.')).toBeVisible()
    await admin.getByRole('link', { name: 'Statistics' }).click()
    await expect(admin.getByRole('table', { name: 'Submitted by term' })).toBeVisible()
    expect(await downloaded(admin, 'Download (CSV)')).toContain('Now,Submitted,36\r\n')
    await look('statistics', admin)
    await context.close()
  })

  await test.step('whose access has ended is out at the next step', async () => {
    await page.getByRole('link', { name: 'Núñez, Sofía' }).click()
    await expect(page.getByText('Ask the operator of this system for a sign-in link')).toBeVisible()
  })
})

/** The file that a button saves. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

/** The id of the application in the first row of the queue. */
const idOf = async (page: Page) =>
  new URL(
    (await page.getByRole('link', { name: 'Núñez, Sofía' }).getAttribute('href')) ?? '',
    page.url(),
  ).searchParams.get('id')
