import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { typedOn } from './support/applicant.ts'
import { command } from './support/operator.ts'
import { pdfText } from './support/pdf-text.ts'
import { signInByLink } from './support/staff-link.ts'
import { institutionWithRoles, signInThere, startStaffProvider } from './support/staff-provider.ts'
import { expect, test } from './support/story.ts'

/** Signs a person in with the provider of the institution, in whose groups their role is. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInThere(page, name, 'With a security key')
  await expect(page.getByRole('banner')).toContainText(name)
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
  await using opened = new AsyncDisposableStack()
  const inNewBrowser = async (name: string) => {
    const context = await browser.newContext({ baseURL: product.address, acceptDownloads: true })
    opened.defer(() => context.close())
    const other = await context.newPage()
    await signIn(other, name)
    return other
  }
  const inBox = test.info().outputPath('in-box')

  await test.step('there are applications', async () => {
    expect(await command(product, 'sample-applications', '60')).toBe('made: 60\nsubmitted: 36\n')
  })

  await test.step('without a session the page says how to sign in; a link signs in once', async () => {
    await page.goto('/staff?status=submitted')
    await expect(page.getByText('Ask the operator of this system for a sign-in link')).toBeVisible()
    await look('sign-in')
    await signInByLink(product, page, 'Pat Lowe', 'processor')
    await expect(page.getByText('60 applications')).toBeVisible()
    await look('queue')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Ask the operator of this system for a sign-in link')).toBeVisible()
  })

  await test.step('the institution has a provider, and a system that applications are handed over to', async () => {
    await mkdir(inBox, { recursive: true })
    const file = test.info().outputPath('deliveries.json')
    await writeFile(test.info().outputPath('codes.csv'), 'list,ours,theirs\ndegrees,AA,1\n')
    const registrar = { profile: 'plain', include: ['documents'], to: { folder: inBox } }
    const crm = { profile: 'slate', codes: 'codes.csv' }
    await writeFile(file, JSON.stringify({ registrar, crm }))
    const provider = await startStaffProvider(product.address)
    opened.defer(provider.stop)
    await product.stop()
    const institution = await institutionWithRoles(test.info().outputPath())
    await product.start({ ...provider.settings, DELIVERIES_FILE: file, INSTITUTION_FILE: institution })
    await signIn(page, 'June Hale')
    await expect(page.getByText('60 applications')).toBeVisible()
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

  await test.step('a data steward tries a delivery, makes it, and the registrar has it', async () => {
    const steward = await inNewBrowser('Dana Reyes')
    await steward.getByRole('link', { name: 'Deliveries' }).click()
    await expect(steward.getByText('No deliveries yet.')).toBeVisible()
    await steward.getByRole('region', { name: 'crm' }).getByRole('button', { name: 'Dry run' }).click()
    await expect(steward.getByText(/values of the form have no code/)).toBeVisible()
    await steward.getByRole('region', { name: 'registrar' }).getByRole('button', { name: 'Make a delivery' }).click()
    await steward.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await expect(rowOf(steward, 'registrar')).toContainText('Sent')
    await expect(rowOf(steward, 'registrar')).toContainText('36')
    await expect(rowOf(steward, 'registrar')).toContainText('Dana Reyes')
    expect(await readdir(inBox)).toHaveLength(1)
    await look('deliveries', steward)
    await rowOf(steward, 'registrar').getByRole('link').click()
    await expect(heading(steward)).toHaveText(/^Delivery \d+ to registrar$/)
    await expect(rowOf(steward, 'applications.csv')).toContainText('36')
    await look('delivery', steward)
    await steward.getByRole('link', { name: 'Code maps' }).click()
    await expect(steward.getByText('codes.csv')).toBeVisible()
    await look('code-maps', steward)
  })

  await test.step('she makes a token, which is shown once, and ends it', async () => {
    const steward = await inNewBrowser('Dana Reyes')
    await steward.getByRole('link', { name: 'Tokens' }).click()
    await steward.getByLabel('Name of the system').fill('advising')
    await steward.getByRole('button', { name: 'Make it' }).click()
    const token = (await steward.getByRole('code').textContent()) ?? ''
    typedOn(page).add(token) // looked for in the log at the end
    const asked = await fetch(`${product.address}/export/v1/changes`, { headers: { authorization: `Bearer ${token}` } })
    expect(asked.status).toBe(200)
    await look('tokens', steward)
    await steward.getByRole('button', { name: 'End advising' }).click()
    await steward.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await expect(steward.getByText('advising has ended.')).toBeVisible()
    await expect(steward.getByRole('button', { name: 'End advising' })).toHaveCount(0)
  })

  await test.step('she records what the registrar answered, and June sees it on the desk', async () => {
    const steward = await inNewBrowser('Dana Reyes')
    await steward.getByRole('link', { name: 'Acknowledgements' }).click()
    const id = new URL(page.url()).searchParams.get('id')
    const folder = join(inBox, (await readdir(inBox))[0] ?? '')
    const changes = (await readFile(join(folder, 'changes.csv'), 'utf8')).trim().split('\r\n').slice(1)
    const ids = changes.map((line) => line.split(',')[0] ?? '')
    const answers = ids.map(
      (each, at) => `${each},1,${each !== id && at < 3 ? 'suspended' : 'accepted'},S-${at},no such term`,
    )
    const file = { name: 'answers.csv', mimeType: 'text/csv' }
    const text = ['application_id,version,result,their_id,reason', ...answers].join('\n')
    await steward.getByLabel('Answers in a file (CSV)').setInputFiles({ ...file, buffer: Buffer.from(text) })
    await steward.getByRole('button', { name: 'Record the file' }).click()
    await expect(steward.getByText('36 recorded, 0 known already.')).toBeVisible()
    await expect(rowOf(steward, 'no such term').first()).toContainText('Held back there')
    await look('acknowledgements', steward)
    await page.reload()
    await expect(page.getByText(/registrar, accepted/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the applications' }).click()
    await page.getByText('Filters and order').click()
    await page.getByLabel('With the office').selectOption('Handled')
    await expect(page.getByText('1 application', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Núñez, Sofía')).toContainText('Accepted')
  })

  await test.step('a viewer reads and can neither change nor reveal anything', async () => {
    const viewer = await inNewBrowser('Ben Ruiz')
    await expect(viewer.getByRole('checkbox')).toHaveCount(0)
    await viewer.goto(page.url().replace(/\/staff.*/, '/staff/application?id=') + (await idOf(page)))
    await expect(heading(viewer)).toHaveText('Núñez, Sofía')
    for (const name of ['Show the number', 'Change', 'Add'])
      await expect(viewer.getByRole('button', { name, exact: true })).toHaveCount(0)
    for (const name of ['Packet (PDF)', 'Deliveries', 'Tokens'])
      await expect(viewer.getByRole('link', { name })).toHaveCount(0)
    const status = await viewer.evaluate(
      async (path) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method: 'POST', headers, body: '{"reason":"x"}' })).status
      },
      `/staff/api/applications/${await idOf(page)}/ssn`,
    )
    expect(status).toBe(403)
  })

  await test.step('an administrator reads in the record who did what, and ends an access', async () => {
    const admin = await inNewBrowser('Ada Moss')
    await admin.getByRole('link', { name: 'Record' }).click()
    await admin.getByLabel('Who', { exact: true }).fill('june')
    await admin.getByRole('button', { name: 'Show', exact: true }).click()
    for (const action of ['signed in', 'application read', 'note added', 'packet made', 'handling changed', 'revealed'])
      await expect(admin.getByRole('listitem').filter({ hasText: action }).first(), action).toBeVisible()
    await expect(admin.getByText('To match a record.')).toBeVisible()
    await admin.getByLabel('Who', { exact: true }).fill('dana')
    await admin.getByRole('button', { name: 'Show', exact: true }).click()
    for (const action of ['delivery tried', 'delivery made', 'delivery sent', 'delivery read', 'export token made'])
      await expect(admin.getByRole('listitem').filter({ hasText: action }).first(), action).toBeVisible()
    await expect(admin.getByRole('listitem').filter({ hasText: 'acknowledgements recorded' })).toContainText(
      'registrar',
    )
    await admin.getByLabel('Who', { exact: true }).fill('ben')
    await admin.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(admin.getByRole('listitem').filter({ hasText: 'staff call refused' })).toContainText('revealSsn')
    await admin.getByLabel('Who', { exact: true }).fill('june')
    await admin.getByRole('button', { name: 'Show', exact: true }).click()
    const record = await downloaded(admin, 'Download all of them (CSV)')
    expect(record).toMatch(/^\uFEFFat,actor,action,subject,reference,detail\r\n.*,staff:June Hale,/)
    expect(record).toContain('To match a record.')
    await look('record', admin)
    await admin.getByRole('link', { name: 'People' }).click()
    await admin.getByRole('button', { name: 'End access of June Hale' }).click()
    await expect(admin.getByRole('dialog')).toBeVisible()
    await look('end-access', admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await expect(admin.getByText('June Hale can no longer sign in.')).toBeVisible()
    await admin.getByRole('link', { name: 'Statistics' }).click()
    await expect(admin.getByRole('table', { name: 'Submitted by term' })).toBeVisible()
    expect(await downloaded(admin, 'Download (CSV)')).toContain('Now,Submitted,36\r\n')
    await look('statistics', admin)
  })

  await test.step('whose access has ended is out at the next step', async () => {
    await page.getByRole('link', { name: 'Núñez, Sofía' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
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
