import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { domestic } from '../form/testing/index.ts'
import { writeCascadeValley } from '../testing/cascade-valley.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { serviceLink } from './support/operator.ts'
import { leftOn, logosOn } from './support/our-face.ts'
import { pdfText } from './support/pdf-text.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

test.use({ expectedFaults: [/status of 404/] }) // the link that is refused

const person = { email: 'imogen.tule@mail.example', password: PASSWORD }
const answers = { ...answersOf(domestic), first_name: 'Imogen', last_name: 'Tule', entry_term: '202730' }

test('the face of another university is on every page, in both themes, on paper and in mails', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const seen = async (name: string, at = page, logos = 1) => {
    const drawn = async () => (await logosOn(at)).filter((height) => Number(height) >= 20).length
    await expect.poll(drawn, { message: `logos on ${name}` }).toBe(logos)
    for (const colorScheme of ['light', 'dark'] as const) {
      await at.emulateMedia({ colorScheme })
      expect(await leftOn(at), `what is ours on ${name}, ${colorScheme}`).toEqual([])
    }
    await at.emulateMedia({ colorScheme: null })
    await look(name, at)
  }

  await test.step('without a face of its own, a page is all ours', async () => {
    await page.goto('/about')
    const left = await leftOn(page)
    expect(left).toEqual(expect.arrayContaining(['the mark', 'DIV mountains']))
    expect(left.length).toBeGreaterThan(20)
  })

  await test.step('the institution gets one', async () => {
    await page.goto('about:blank')
    await product.stop()
    const INSTITUTION_FILE = writeCascadeValley(join(product.dataDir, 'institution'))
    await product.start({ INSTITUTION_FILE })
  })

  await test.step('every page of an applicant has it from its first paint on', async () => {
    for (const path of ['/about', '/login', '/signup', '/forgot', '/check-pdf']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await seen(`page${path.replaceAll('/', '-')}`)
    }
    const unscripted = await (await browser.newContext({ baseURL: product.address })).newPage()
    await unscripted.route('**/*.js', (route) => route.abort())
    await unscripted.goto('/about')
    expect(await leftOn(unscripted), 'what is ours before a script has come').toEqual([])
    await page.goto('/about')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await seen('help')
  })

  await test.step('so have the mails', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    const { html } = await mailbox.mailTo(person.email, /^Confirm/)
    expect(html).toContain('color:#5e2a7e')
    expect(html).toMatch(/<h1 style="[^"]*;color:#[\da-f]{6}/)
    expect(html).not.toMatch(/17566a|0c3441|Bridger/i)
    if (process.env.PICTURES) writeFileSync(join(product.dataDir, '../mail.html'), html)
  })

  await test.step('so have what follows the log-in, and the application PDF', async () => {
    await logIn(page, person)
    await fillThroughApi(page, product.address, answers)
    await seen('form')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Submit/ })
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    await seen('completion')
    const pdf = await (await page.request.get((await link.getAttribute('href')) ?? '')).body()
    expect(await pdfText(pdf)).toContain('Cascade Valley University')
    expect(await pdfText(pdf)).not.toContain('Bridger')
    if (process.env.PICTURES) writeFileSync(join(product.dataDir, '../application.pdf'), pdf)
  })

  await test.step('so has what staff see', async () => {
    const stranger = await (await browser.newContext({ baseURL: product.address })).newPage()
    await stranger.goto('/staff')
    await seen('desk-sign-in', stranger)
    const desk = await deskOf(browser, product, 'June Hale', 'processor')
    await seen('desk', desk)
    await desk.getByRole('link', { name: 'Tule, Imogen' }).click()
    await expect(desk.getByRole('heading', { level: 1 })).toContainText('Imogen')
    await seen('desk-application', desk)
    const { url } = await serviceLink(product, person.email)
    await stranger.goto(url)
    await expect(stranger.getByText('Read-only until')).toBeVisible()
    await seen('service-view', stranger)
  })

  await test.step('so has a page without a script', async () => {
    await page.goto('/documents/application-pdf/3f0c/1/x')
    await seen('refused')
  })
})
