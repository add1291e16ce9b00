import { readFile, stat, writeFile } from 'node:fs/promises'
import { outlineOf, rowsOf } from '../engine/index.ts'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { form, typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { pdf as pdfFile, uploadThroughApi } from './support/documents.ts'
import { command, serviceLink } from './support/operator.ts'
import { pdfText, tight } from './support/pdf-text.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'v.eteran@mail.example', password: PASSWORD }
const answers = answersOf(veteran)
const transcript = 'transcript-of-flathead.pdf'
const applicant = { ...veteran, document_answer: {}, answer: { ...answers, college_2_transcript: 'ANSWERED' } }
/** Every answer in the words a person reads, and every box that was left empty. */
const said = outlineOf(form, applicant)
  .pages.flatMap(({ items }) => rowsOf(items))
  .filter(({ answered, as }) => answered || as === 'tick')
  .flatMap((row) => (row.as === 'tick' ? [`${row.text}${row.label}`] : row.text.split('\n')))

test.use({ expectedFaults: [/status of 404/] }) // the link that has ended

test('staff read an application with a link, print it, and see nothing once the link is revoked [1.product.6] [1.audience.2] [1.service.1] [1.service.2] [2.routes.29] [6.service.1] [6.service.2] [6.service.3] [6.service.4] [6.service.5] [6.service.6] [6.service.7] [2.navigation.13] [2.account-menu.2] [2.modal.8] [2.form-wrapper.1] [3.snapshot.5] [4.tabs.8]', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  test.setTimeout(300_000)
  const context = await browser.newContext()
  const staff = await context.newPage()
  const asked: string[] = []
  let submitted = ''
  staff.on('request', (request) => asked.push(request.url()))

  await test.step('an applicant has answered everything and not submitted', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answers)
    await uploadThroughApi(page, 'college_2_transcript', await pdfFile(transcript))
    await expect(page.locator('[id="first_name"]')).toHaveValue(answers.first_name ?? '')
  })

  const openLink = async (name: string, path = '/about') => {
    const { url, token } = await serviceLink(product, name)
    typedOn(page).add(token) // looked for in the log at the end
    await staff.goto(url.replace('/about', path))
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    return token
  }

  await test.step('staff open a link made for the address: the token leaves the address bar, and nothing of the applicant is asked', async () => {
    const token = await openLink(person.email, '/education')
    await expect(staff.getByText('This application is still open and may change.')).toBeVisible()
    expect(staff.url()).toBe(`${product.address}/education`)
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
    // The first address holds it, and after that one call alone.
    const carrying = asked.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)
    expect(carrying).toEqual(['/education', '/service/tmp-pdf'])
  })

  await test.step('all pages stand below one another with every answer, the secret one masked', async () => {
    await expect(staff.getByRole('heading', { level: 2 })).toHaveText(form.pages.map(({ title }) => title))
    const text = tight((await staff.getByRole('main').textContent()) ?? '')
    expect(said.length).toBeGreaterThan(100)
    expect(said.filter((each) => !text.includes(tight(each)))).toEqual([])
    expect(text).toContain(tight('Document attached for "Unofficial transcript"'))
    expect(text).toContain(transcript)
    expect(text).not.toContain(answers.ssn)
    expect(text).toContain(tight(`***-**-${answers.ssn?.slice(-4)}`))
  })

  await test.step('there is nothing to press, and the form sends nothing', async () => {
    for (const role of ['button', 'link', 'navigation', 'textbox', 'checkbox', 'radio', 'tab', 'dialog'] as const)
      await expect(staff.getByRole(role), role).toHaveCount(0)
    const before = asked.length
    await staff.evaluate(() => document.querySelector('form')?.requestSubmit())
    expect(asked.length).toBe(before)
    expect(staff.url()).toBe(`${product.address}/education`)
  })

  await test.step('a refresh shows it again, and so does a link to another path', async () => {
    await staff.reload()
    await expect(staff.getByText('This application is still open and may change.')).toBeVisible()
    await staff.goto(`${product.address}/completion`)
    await expect(staff.getByText('This application is still open and may change.')).toBeVisible()
  })

  await test.step('the applicant submits; a link made for the reference shows what was signed', async () => {
    await page.request.post(`${product.address}/api/submit`, { headers: { 'content-type': 'application/json' } })
    await page.goto('/completion')
    const reference = await page
      .getByRole('term')
      .filter({ hasText: 'Your reference number' })
      .locator('+ dd')
      .textContent()
    submitted = reference ?? ''
    await openLink(submitted)
    await expect(staff.getByText('Every answer as it was signed.')).toBeVisible()
    await expect(staff.getByText(submitted).first()).toBeVisible()
    await look('submitted', staff)
  })

  await test.step('printed, it holds every answer', async () => {
    const pdf = await staff.pdf({ format: 'Letter' })
    await writeFile(test.info().outputPath('printed.pdf'), pdf)
    const text = tight(await pdfText(pdf))
    expect(said.filter((each) => !text.includes(tight(each)))).toEqual([])
  })

  await test.step('the operator builds the packet: every answer, then the document, in a file of its own', async () => {
    await expect(page.getByRole('link', { name: /PDF/ })).toBeVisible({ timeout: 60_000 })
    const file = test.info().outputPath('packet.pdf')
    const printed = await command(product, 'packet', submitted, file)
    expect(printed).toMatch(/^file: .*packet\.pdf\ndocuments: 1\nbytes: \d+\n$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const text = tight(await pdfText(await readFile(file)))
    expect(said.filter((each) => !text.includes(tight(each)))).toEqual([])
    expect(text.endsWith('Scores')).toBe(true)
    await expect(command(product, 'packet', submitted, file)).rejects.toThrow('is there already. Name another file.')
  })

  await test.step('revoked, the link shows nothing any more, and the next visit is an applicant’s', async () => {
    expect(await command(product, 'revoke-service-links', person.email)).toBe('revoked: 2\n')
    await staff.reload()
    await expect(staff.getByRole('heading', { name: 'Nothing to show here' })).toBeVisible()
    await expect(staff.getByRole('alert')).toHaveText(
      'This link has ended or was never one of ours. Ask for a new one.',
    )
    await look('ended', staff)
    await staff.reload()
    await expect(staff.getByRole('button', { name: 'Account' })).toBeVisible()
    await context.close()
  })
})
