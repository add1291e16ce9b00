import { readFile, stat, writeFile } from 'node:fs/promises'
import { outlineOf, questionsByKey, rowsOf } from '../engine/index.ts'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, form, typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi, inSections } from './support/by-hand.ts'
import { pdf as pdfFile, uploadThroughApi } from './support/documents.ts'
import { BY, command, serviceLink } from './support/operator.ts'
import { pdfText, tight } from './support/pdf-text.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'v.eteran@mail.example', password: PASSWORD }
const answers = answersOf(veteran)
const conduct = inSections(answers, 'conduct-and-certification')
const aboutByHand = inSections(answers, 'name', 'citizenship', 'contact', 'program', 'previous-attendance', 'military')
const english = inSections(answers, 'tests')
const transcript = 'transcript-of-flathead.pdf'
const applicant = { ...veteran, document_answer: {}, answer: { ...answers, college_2_transcript: 'ANSWERED' } }
/** A box that stands for a month is printed in its place, if it is checked. */
const isForMonth = (key: string) => key.endsWith('_ongoing')
/** Every answer as people read it, and every box that was left unchecked. */
const items = outlineOf(form, applicant).pages.flatMap((page) => page.items)
const hasOwnSheet = (item: (typeof items)[number]) => item.kind === 'group' && item.sheet !== undefined
const onOwnSheet = new Set(rowsOf(items.filter(hasOwnSheet)).map(({ label }) => label))
const answersInOutline = rowsOf(items)
  .filter(({ answered, as, key }) => answered || (as === 'tick' && !isForMonth(key)))
  .flatMap(({ as, label, text }) => (as === 'tick' ? [`${text}${label}`] : text.split('\n')))
const lostFrom = (text: string) => answersInOutline.filter((each) => !tight(text).includes(tight(each)))
/** A check box as staff read it. */
const printed = (mark: string, key: string) => tight(`${mark} ${questionsByKey(form).get(key)?.label}`)
/** What staff find nothing of on the page, and the requirements that say so. */
const absent = [
  ['button', ['1.product.6', '1.service.2', '2.account-menu.2', '2.modal.8', '4.tabs.8', '6.service.4', '6.service.5']],
  ['link', ['1.service.2', '2.navigation.13', '6.service.3']],
  ['navigation', ['1.service.2', '2.navigation.13', '6.service.3']],
  ['textbox', ['1.product.6', '1.service.2', '6.service.2']],
  ['combobox', ['1.product.6', '1.service.2', '6.service.2']],
  ['checkbox', ['1.product.6', '1.service.2', '6.service.2']],
  ['radio', ['1.product.6', '1.service.2', '6.service.2']],
  ['tab', ['4.tabs.8']],
  ['dialog', ['1.service.2', '2.modal.8', '6.service.5']],
] as const

test.use({ expectedFaults: [/status of 404/] }) // the link that has ended

test('a veteran with eight colleges submits and downloads his PDF; staff read it with a link, print it and build the packet', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const context = await browser.newContext()
  const staff = await context.newPage()
  const asked: string[] = []
  staff.on('request', (request) => asked.push(request.url()))
  let reference = ''

  await test.step('he signs up and logs in', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
  })

  await test.step('he answers the first sections by hand, every question that his answers show among them', async () => {
    await answerAll(page, aboutByHand)
    await look('about-by-hand')
  })

  await test.step('the tests as well', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await answerAll(page, english)
  })

  await test.step('the rest is saved for him, and shown on both pages after a reload', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await fillThroughApi(page, product.address, answers)
    await expect(page.getByRole('heading', { name: 'College 8' })).toBeVisible()
    await expect(page.locator('[id="college_8_gpa"]')).toHaveValue(answers.college_8_gpa ?? '')
    await uploadThroughApi(page, 'college_2_transcript', await pdfFile(transcript))
    await look('education-filled')
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
    const passing = asked.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)
    expect(passing, proves('2.routes.29', '6.service.1')).toEqual(['/education', '/service/tmp-pdf'])
  })

  await test.step('all pages are below each other with every answer, the secret one masked', async () => {
    await expect(staff.getByRole('heading', { level: 2 })).toHaveText([
      ...form.pages.map(({ title }) => title),
      'Gender and race', // on a sheet of its own
    ])
    const text = tight((await staff.getByRole('main').textContent()) ?? '')
    expect(answersInOutline.length).toBeGreaterThan(100)
    expect(lostFrom(text), proves('1.service.1')).toEqual([])
    expect(text, proves('6.service.6')).toContain(tight('Document attached for "Unofficial transcript"'))
    expect(text).toContain(transcript)
    expect(text, proves('6.service.7')).toContain(printed('[X]', 'race_asian'))
    expect(text, proves('6.service.7')).toContain(printed('[ ]', 'crime_arson'))
    // Of the tabs, the chosen ones: these two, and not the others.
    expect(text, proves('4.tabs.8')).toContain(tight('Montana driver license issued'))
    expect(text, proves('4.tabs.8')).toContain(tight('Diploma or transcript'))
    expect(text, proves('4.tabs.8')).not.toContain(tight('GED or HiSET scores or certificate'))
    expect(text).not.toContain(answers.ssn)
    expect(text).toContain(tight(`***-**-${answers.ssn?.slice(-4)}`))
  })

  await test.step('there is nothing to press, and the form sends nothing', async () => {
    for (const [role, ids] of absent) {
      await expect(staff.getByRole(role), `${role} ${proves(...ids)}`).toHaveCount(0)
    }
    const before = asked.length
    await expect(staff.locator('form')).toHaveCount(1)
    expect(await staff.locator('form').evaluate(isSubmitted), proves('2.form-wrapper.1')).toBe(false)
    expect(asked.length, proves('2.form-wrapper.1')).toBe(before)
    expect(staff.url()).toBe(`${product.address}/education`)
  })

  await test.step('a refresh shows it again, and so does a link to another path', async () => {
    await staff.reload()
    await expect(staff.getByText('This application is still open and may change.')).toBeVisible()
    await staff.goto(`${product.address}/completion`)
    await expect(staff.getByText('This application is still open and may change.')).toBeVisible()
  })

  await test.step('he answers for his conduct, signs and submits', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await answerAll(page, conduct)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const term = page.getByRole('term').filter({ hasText: 'Your reference number' })
    reference = (await term.locator('+ dd').textContent()) ?? ''
  })

  await test.step('his PDF opens in a new tab and holds every answer', async () => {
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible()
    const opened = page.waitForEvent('popup')
    await link.click()
    const tab = await opened
    await expect(page, proves('4.pdf.5')).toHaveURL(/\/completion$/)
    const reply = await page.request.get((await link.getAttribute('href')) ?? '')
    const pdf = await reply.body()
    expect(lostFrom(await pdfText(pdf)), proves('1.copy.2')).toEqual([])
    const [, address = ''] = /(https?:\/\/\S+\/check-pdf)/.exec(await pdfText(pdf)) ?? []
    await tab.goto(address)
    const check = async (name: string, bytes: Buffer) => {
      await tab.getByLabel('Choose a PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes })
      await expect(tab.getByText(name)).toBeVisible()
    }
    await check('as-made.pdf', pdf)
    await expect(tab.getByText('Unaltered', { exact: true })).toBeVisible()
    await expect(tab.getByText(`reference number ${reference}`)).toBeVisible()
    await look('checked', tab)
    const altered = Buffer.from(pdf)
    altered.writeUInt8(altered.readUInt8(5_000) ^ 1, 5_000)
    await check('altered.pdf', altered)
    await expect(tab.getByText('Altered', { exact: true })).toBeVisible()
    await check('printed.pdf', await tab.pdf())
    await expect(tab.getByText('Unknown', { exact: true })).toBeVisible()
    await tab.close()
  })

  await test.step('a link made for his reference number shows what was signed, again after a refresh', async () => {
    await openLink(reference)
    await staff.reload()
    await expect(staff.getByText('Every answer as signed.')).toBeVisible()
    await expect(staff.getByText(reference).first()).toBeVisible()
    await look('signed', staff)
  })

  await test.step('printed, it holds every answer', async () => {
    const pdf = await staff.pdf({ format: 'Letter' })
    await writeFile(test.info().outputPath('printed.pdf'), pdf)
    expect(lostFrom(await pdfText(pdf)), proves('1.audience.2', '6.service.2')).toEqual([])
  })

  await test.step('the operator builds the packet: no gender, no race', async () => {
    const file = test.info().outputPath('packet-for-readers.pdf')
    await command(product, 'packet', reference, file, ...BY)
    const text = tight(await pdfText(await readFile(file)))
    expect(onOwnSheet.size).toBeGreaterThan(5)
    expect([...onOwnSheet].filter((label) => text.includes(tight(label)))).toEqual([])
  })

  await test.step('the operator builds the packet: every answer, then the document, in a file of its own', async () => {
    const file = test.info().outputPath('packet.pdf')
    const printed = await command(product, 'packet', reference, file, '--with-conduct', '--with-own-sheets', ...BY)
    expect(printed).toMatch(/^file: .*packet\.pdf\ndocuments: 1\nbytes: \d+\n$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const text = tight(await pdfText(await readFile(file)))
    expect(lostFrom(text)).toEqual([])
    expect(text).toContain('Scores')
    await expect(command(product, 'packet', reference, file, ...BY)).rejects.toThrow(
      'already exists. Name another file.',
    )
  })

  await test.step('revoked, the link shows nothing any more, and the next visit is an applicant’s', async () => {
    expect(await command(product, 'revoke-service-links', person.email, ...BY)).toBe('revoked: 2\n')
    await staff.reload()
    await expect(staff.getByRole('heading', { name: 'Nothing to show here' })).toBeVisible()
    await expect(staff.getByRole('alert')).toHaveText('This link has expired or isn’t valid. Ask for a new one.')
    await look('ended', staff)
    await staff.reload()
    await expect(staff.getByRole('button', { name: 'Account' })).toBeVisible()
    await context.close()
  })
})

/** Whether the browser would send this form, once every listener has heard of the submit. */
function isSubmitted(element: Element): Promise<boolean> {
  if (!(element instanceof HTMLFormElement)) throw new Error('This is no form.')
  const heard = new Promise<boolean>((resolve) => {
    element.addEventListener('submit', (event) => setTimeout(() => resolve(!event.defaultPrevented)), { once: true })
  })
  element.requestSubmit()
  return heard
}
