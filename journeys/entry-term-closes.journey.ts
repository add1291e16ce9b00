import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { BY, command } from './support/operator.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'ida.latham@mail.example', password: PASSWORD }
const root = join(import.meta.dirname, '..')

// The browser reports the submission that the server refuses.
test.use({ expectedFaults: [/^Failed to load resource: the server responded with a status of 409/] })

/** A day at the institution, so many days from now. */
const day = (from: number) =>
  new Date(Date.now() + from * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Denver' })

test('the term that somebody has chosen closes, and between cycles the form says when one opens', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const institutionFile = join(product.dataDir, 'institution.json')
  const withDates = async (term_dates: object) => {
    await page.goto('about:blank') // nothing is called while the server is away
    await product.stop()
    const file = JSON.parse(await readFile(join(root, 'institution.json'), 'utf8'))
    file.private.pdf_mark = undefined // it is beside the other file
    await writeFile(institutionFile, JSON.stringify({ ...file, public: { ...file.public, term_dates } }))
    await product.start({ INSTITUTION_FILE: institutionFile })
  }
  const notices = (...words: readonly string[]) => command(product, 'term-notices', ...words)
  const term = page.locator('#entry_term')
  const notice = page.locator('[aria-live=polite]').filter({ hasText: 'Spring 2027 closed on' })

  await test.step('she chooses a term, and completes the application', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, { ...answersOf(domestic), entry_term: '202730' })
  })

  await test.step('the day before it closes she gets a mail, once', async () => {
    await withDates({ 202730: { closes: day(1) }, 202750: { closes: day(1) } })
    expect(await notices('--dry-run'), proves('4.terms.5')).toContain('would be told that their term closes: 1')
    expect(await notices(...BY), proves('4.terms.5')).toContain('told that their term closes: 1')
    expect(await notices(...BY), proves('4.terms.5')).toContain('told that their term closes: 0')
    const { text } = await mailbox.mailTo(person.email, /^Applications for Spring 2027 close soon$/)
    expect(text).toMatch(/for this term through \w+ \d+, \d{4}\./)
  })

  await test.step('the link in it stops reminders by one press, without log-in, and says nothing about her', async () => {
    const choose = (entry_term: string) => page.request.put('/api/answer', { data: { entry_term } })
    const due = () => notices('--dry-run')
    await choose('202750')
    expect(await due(), 'the term that she has now closes too').toContain('would be told that their term closes: 1')
    const { text } = await mailbox.mailTo(person.email, /^Applications for Spring 2027 close soon$/)
    const link = /^Stop these reminders:\n(\S+)$/m.exec(text)?.[1] ?? ''
    const { application_id } = await (await page.request.get('/api/profile')).json()
    // The application, the last moment of the link, and the signature that nobody else can make.
    expect(link).toMatch(new RegExp(`^${product.address}/reminders/${application_id}/\\d+/[\\w-]+$`))

    const device = await browser.newContext()
    const other = await device.newPage()
    const press = async () => {
      await other.goto(link)
      await expect(other.getByRole('heading', { name: 'Stop reminders?' })).toBeVisible()
      expect(await other.content()).not.toMatch(/Hale|June|mail\.example|Spring|Summer/)
      await other.getByRole('button', { name: 'Stop reminders' }).click()
      await expect(other.getByRole('heading', { name: 'Reminders are stopped' })).toBeVisible()
    }
    await other.goto(link)
    expect(await due(), 'opening it stops nothing').toContain('would be told that their term closes: 1')
    await press()
    await look('reminders-stopped', other)
    expect(await due()).toContain('would be told that their term closes: 0')
    await press()
    expect(await due(), 'a second press').toContain('would be told that their term closes: 0')
    expect(await device.cookies()).toEqual([])
    await device.close()
    await choose('202730')
  })

  await test.step('once it has closed the form says so, and her answer is still there', async () => {
    await withDates({ 202730: { closes: day(-2) } })
    await page.goto('/about')
    await expect(notice, proves('4.terms.2')).toContainText('Please choose another term.')
    await expect(term.locator('option:checked'), proves('4.terms.2')).toHaveText('Spring 2027 (closed)')
    await look('closed')
  })

  await test.step('she cannot submit, and is led to the question', async () => {
    await page.getByRole('link', { name: /Submit/ }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    const listed = page.locator('#missing-information').getByRole('link', { name: /^Spring 2027 closed on/ })
    await expect(listed, proves('4.terms.3')).toBeVisible()
    await look('refused')
    await listed.click()
    await expect(term).toBeFocused()
    await expect(page.locator('#entry_term-error'), proves('4.terms.3')).toContainText('Please choose another term.')
  })

  await test.step('with another term she can', async () => {
    await term.selectOption('202770')
    await expect(notice).toBeHidden()
    await expect(term.locator('option', { hasText: 'Spring 2027' }), proves('4.terms.1')).toHaveCount(0)
    await page.getByRole('link', { name: /Submit/ }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
  })

  await test.step('between cycles a visitor reads when a term opens, before any script, and fills in the form', async () => {
    const codes = ['202730', '202750', '202770', '202830']
    await withDates(Object.fromEntries(codes.map((code) => [code, { opens: day(2) }])))
    await page.context().clearCookies()
    const html = await (await page.request.get('/about')).text()
    expect(html, proves('4.terms.6')).toContain('No term is open for applications right now.')
    await page.goto('/about')
    await expect(page.getByText('No term is open for applications right now.')).toBeVisible()
    await page.locator('#first_name').fill('Ida')
    await expect(term.locator('option').nth(1)).toHaveText('Spring 2027 (not open yet)')
    await look('between')
  })
})
