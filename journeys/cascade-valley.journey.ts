import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { writeCascadeValley } from '../testing/cascade-valley.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { tabTo } from './support/keyboard.ts'
import { BY, command, serviceLink } from './support/operator.ts'
import { leftOn, logosOn } from './support/our-face.ts'
import { pdfText } from './support/pdf-text.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

test.use({ expectedFaults: [/status of 4(04|09)/] }) // a picture that is refused, a link that is

const person = { email: 'imogen.tule@mail.example', password: PASSWORD }
/** Somebody from where she is. */
const here = (answer: unknown) =>
  typeof answer === 'string'
    ? answer
        .replaceAll('Montana', 'Washington')
        .replaceAll('Bozeman', 'Wenatchee')
        .replace(/^59\d{3}$/, '98801')
    : answer
const answers = {
  ...Object.fromEntries(Object.entries(answersOf(domestic)).map(([key, answer]) => [key, here(answer)])),
  first_name: 'Imogen',
  last_name: 'Tule',
  entry_term: '202730',
  applied_major: 'OENO',
}
const sample = /Bridger/i
/** Places of the sample. A list of all states has Montana too, and the name of data is none of its words. */
const places = /Montana|Gallatin|Bozeman/i
const namesPlace = (text: string) => places.test(text) && text !== 'Montana' && !/^[a-z\d_]+$/.test(text)

/** Every text of a JSON that names a place of the sample. */
const placesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value].filter(namesPlace)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(placesIn)
      : []

/** What the registrar types, by the name of its field. */
const facts: Readonly<Record<string, string>> = {
  'Name of the university': 'Cascade Valley University',
  'Short name': 'Cascade Valley',
  'Title of the application': 'Application to Transfer',
  'Title of the browser tab': 'Apply | Cascade Valley University',
  'Name of the office': 'Admissions and Transfer',
  'Street address': '12 River Street',
  City: 'Wenatchee',
  State: 'Washington',
  'ZIP code': '98801',
  Phone: '(509) 555-0142',
  'Toll-free phone': '(877) 555-0142',
  Fax: '(509) 555-0143',
  'Email for questions': 'admissions@cascade.example',
  'File name of the PDF': 'cascade-valley-application',
  'Deadline, in whole sentences': 'Apply by March 15 for fall quarter.',
  'How long a decision takes': 'three weeks',
  ...Object.fromEntries(
    [
      ['International students', 'international'],
      ['Registration', 'registration'],
      ['Financial aid', 'aid'],
      ['First-year applicants', 'first-year'],
      ['Transfer applicants', 'transfer'],
      ['Disability services', 'access'],
      ['Campus tours', 'visit'],
    ].map(([name = '', path]) => [name, `https://www.cascade.example/${path}`]),
  ),
}

const looked = ['page-about', 'completion']

/** A group of the room, opened. */
async function group(desk: Page, name: string): Promise<Locator> {
  const folded = desk.locator('details', {
    has: desk.locator('summary', { hasText: new RegExp(`^${name}( ?\\d+ changes?)?$`) }),
  })
  if ((await folded.getAttribute('open')) === null) await folded.locator('summary').click()
  return folded
}

/** The sentences on a page that name a place of the sample. */
const placesOn = (page: Page) =>
  page.evaluate((source) => {
    const names = new RegExp(source, 'i')
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement
      if (names.test(node.textContent ?? '') && !within?.closest('script, option, [role=option], [role=listbox]'))
        found.push((within?.closest('p, legend, label, li, h1, h2, h3, dt, dd, button') ?? within)?.textContent ?? '')
    }
    return found
  }, places.source)

test('a registrar makes the sample her university in the room alone, and nothing of it is left', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const folder = join(product.dataDir, '../cascade-valley-files')
  writeCascadeValley(folder)
  const file = (name: string) => join(folder, name)
  writeFileSync(file('hostile.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  let said: readonly string[] = []
  const left = new Set<string>()
  const seen = async (name: string, at = page, logos = 1) => {
    const drawn = async () => (await logosOn(at)).filter((height) => Number(height) >= 20).length
    await expect.poll(drawn, { message: `logos on ${name}` }).toBe(logos)
    for (const colorScheme of ['light', 'dark'] as const) {
      await at.emulateMedia({ colorScheme })
      expect(await leftOn(at), `what is ours on ${name}, ${colorScheme}`).toEqual([])
    }
    await at.emulateMedia({ colorScheme: null })
    expect(await at.content(), `${name} names the sample`).not.toMatch(sample)
    for (const each of await placesOn(at)) left.add(`${name}: ${each.replace(/\s+/g, ' ').trim()}`)
    // The same pages in a face of its own are looked at at every width in another-university.
    if (looked.includes(name)) await look(name, at)
  }

  await test.step('names, contact, links and dates', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await expect(desk.getByText('Nothing differs from what applicants see.')).toBeVisible()
    for (const name of ['Names and contact', 'Dates and announcement', 'Links']) await group(desk, name)
    for (const [name, words] of Object.entries(facts)) {
      const field = desk.getByLabel(name, { exact: true })
      await field.focus()
      await desk.keyboard.press('ControlOrMeta+a')
      await desk.keyboard.type(words)
      await desk.keyboard.press('Tab')
    }
    await expect(desk.getByText(`${Object.keys(facts).length} changes are in the draft.`)).toBeVisible()
  })

  const draftHas = (count: number) =>
    expect(desk.getByText(`${Object.keys(facts).length + count} changes are in the draft.`)).toBeVisible()

  await test.step('the look: yellow is refused and one that works is offered; pictures are shown as they will be', async () => {
    await group(desk, 'Look')
    const color = desk.getByLabel('Color', { exact: true })
    await color.fill('#ffcc00')
    await color.press('Tab')
    const refused = desk.getByRole('alert').filter({ hasText: 'This color is too light' })
    await expect(refused).toBeVisible()
    await look('yellow', desk)
    await desk.getByRole('button', { name: 'Use #886b00, the nearest that can be read' }).click()
    await expect(refused).toHaveCount(0)
    await expect(color).toHaveValue('#886b00')
    await draftHas(1)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect(color).toHaveValue('')
    await color.fill('5E2A7E')
    await color.press('Tab')
    await expect(color).toHaveValue('#5e2a7e')

    const choose = (name: string) => desk.getByLabel(`${name}: choose a file`)
    await choose('Logo').setInputFiles(file('hostile.svg'))
    await expect(desk.getByRole('alert').filter({ hasText: 'The file holds a script' })).toBeVisible()
    for (const [name, picture] of [
      ['Logo', 'cascade-logo.svg'],
      ['Logo for dark pages', 'cascade-logo-dark.svg'],
      ['Icon', 'cascade-icon.svg'],
    ] as const) {
      await choose(name).setInputFiles(file(picture))
      await expect(desk.getByRole('img', { name, exact: true })).toBeVisible()
      await expect(desk.getByRole('region', { name, exact: true }).getByText('pixels, as it is kept')).toBeVisible()
    }
    await draftHas(4)
    const none = desk.getByRole('button', { name: 'Show no picture at all' })
    await tabTo(desk, none)
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('No picture: the footer follows at once.')).toBeVisible()
    await draftHas(5)
    await look('room-theirs', desk)
  })

  await test.step('terms, majors and words', async () => {
    await group(desk, 'Terms')
    const term = desk.getByLabel('202730', { exact: true })
    await term.fill('Winter quarter 2027')
    await term.press('Tab')
    const majors = await group(desk, 'Majors')
    await majors.getByLabel('Code of a new option').fill('OENO')
    await majors.getByLabel('What applicants read').fill('Wine Science')
    await majors.getByRole('button', { name: 'Add to Majors' }).click()
    await majors.getByRole('button', { name: 'No longer offer Geology' }).click()
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('Previous name')
    const words = desk.getByRole('textbox', { name: 'Previous name', exact: true })
    await words.fill('Former name')
    await words.press('Tab')
    await draftHas(9)
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('')
  })

  await test.step('the check lists the questions of the sample, and what only the operator can change', async () => {
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText(/^To know: A question of the sample/).first()).toBeVisible()
    said = await desk
      .getByRole('listitem')
      .filter({ hasText: /^(To know|With care|Stops):/ })
      .allTextContents()
    expect(said.filter((each) => each.startsWith('Stops:'))).toEqual([])
    for (const name of ['mail.from', 'mail.reply_to', 'time_zone', 'school_code'])
      expect(said.join('\n')).toContain(`${name} of institution.json`)
    await look('checked', desk)
  })

  await test.step('she asks no more what is the sample’s, rewords what is left, and the check lists none of it', async () => {
    await desk.getByRole('link', { name: 'Questions', exact: true }).click()
    await desk.getByRole('searchbox', { name: 'Find questions' }).fill('Gallatin')
    await desk.getByRole('button', { name: 'Stop asking At Gallatin College' }).click()
    await expect(desk.getByText(/neither is one that goes by its answer/)).toBeVisible()
    await desk.getByRole('link', { name: 'Words', exact: true }).click()
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('in high school, at Gallatin')
    const help = desk.getByRole('textbox', { name: /in high school, at Gallatin/ })
    await help.fill('For example, in high school or in continuing education.')
    await help.press('Tab')
    await draftHas(12)
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText(/texts will read otherwise/)).toBeVisible()
    said = await desk
      .getByRole('listitem')
      .filter({ hasText: /^(To know|With care|Stops):/ })
      .allTextContents()
    expect(
      said
        .filter((each) => namesPlace(each) || sample.test(each))
        .filter((each) => !/not asked any more|Only the operator/.test(each)),
    ).toEqual([])
    await desk.getByRole('textbox', { name: 'What this edition is about' }).fill('We are Cascade Valley')
    await desk.getByRole('textbox', { name: 'Why, for the record' }).fill('A new university.')
    await desk.getByRole('button', { name: 'Publish now' }).click()
  })

  await test.step('what is signed names the university, so a second person confirms; then every page has it', async () => {
    await expect(desk.getByText('Edition 2 waits for a second person to confirm it.')).toBeVisible()
    const second = await deskOf(browser, product, 'Sol Sand', 'registrar')
    await second.getByRole('link', { name: 'The form' }).click()
    await second.getByRole('button', { name: 'Confirm edition 2' }).click()
    await expect(second.getByText('Edition 2 is confirmed.')).toBeVisible()
    await expect(async () => {
      await page.goto('/about')
      await expect(page.locator('footer').getByText('12 River Street')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 5_000 })
  })

  await test.step('every page of a visitor', async () => {
    for (const path of ['/about', '/login', '/signup', '/forgot', '/check-pdf']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await seen(`page${path.replaceAll('/', '-')}`)
      expect(await page.title()).not.toMatch(sample)
    }
    await page.goto('/about')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await seen('help')
    const unscripted = await (await browser.newContext({ baseURL: product.address })).newPage()
    await unscripted.route('**/*.js', (route) => route.abort())
    await unscripted.goto('/about')
    expect(await leftOn(unscripted), 'what is ours before a script has come').toEqual([])
    const icon = await page.request.get((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')
    expect(icon.headers()['content-type']).toBe('image/png')
    expect(icon.headers()['content-security-policy']).toBeDefined()
  })

  await test.step('a mail', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    const { subject, text, html } = await mailbox.mailTo(person.email, /^Confirm/)
    expect(subject + text + html).not.toMatch(sample)
    expect(subject + text + html).not.toMatch(places)
    expect(html).toContain('color:#5e2a7e')
    expect(html).not.toMatch(/17566a|0c3441/i)
  })

  await test.step('every page of an applicant, and the PDF', async () => {
    await logIn(page, person)
    await fillThroughApi(page, product.address, answers)
    for (const [name, step] of [
      ['about', 'Personal Info'],
      ['education', 'Academic History'],
      ['final-steps', 'Submit'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click()
      await expect(page).toHaveURL(new RegExp(`/${name}(#.*)?$`))
      await expect(page.getByRole('heading', { level: 1, name: step })).toBeVisible()
      await seen(name)
    }
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    await seen('completion')
    const reply = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(reply.headers()['content-disposition']).toContain('cascade-valley-application')
    const pdf = await reply.body()
    const text = await pdfText(pdf)
    expect(text).toContain('Cascade Valley University')
    expect(text).toContain('Winter quarter 2027')
    expect(text).toContain('Wine Science')
    expect(text + pdf.toString('latin1')).not.toMatch(sample)
    expect(text).not.toMatch(places)
    const receipt = await mailbox.mailTo(person.email, /received|Received/)
    expect(receipt.subject + receipt.text + receipt.html).not.toMatch(sample)
    expect(receipt.subject + receipt.text + receipt.html).not.toMatch(places)
    if (process.env.PICTURES) writeFileSync(join(product.dataDir, '../cascade-application.pdf'), pdf)
  })

  await test.step('what staff and other systems see', async () => {
    const stranger = await (await browser.newContext({ baseURL: product.address })).newPage()
    await stranger.goto('/staff')
    await seen('desk-sign-in', stranger)
    const processor = await deskOf(browser, product, 'June Hale', 'processor')
    await seen('desk', processor)
    const { url } = await serviceLink(product, person.email)
    await stranger.goto(url)
    await expect(stranger.getByText('Read-only until')).toBeVisible()
    await seen('service-view', stranger)
    const made = await command(product, 'token', 'make', 'advising', '--rights', 'changes', ...BY)
    const [, token = ''] = /^token: (\S+)$/m.exec(made) ?? []
    typedOn(page).add(token)
    const headers = { authorization: `Bearer ${token}` }
    const changes = await (await page.request.get('/export/v1/changes', { headers })).json()
    const [{ application_id: id } = { application_id: '' }] = changes.changes
    for (const path of [
      '/export/v1/openapi.json',
      '/export/v1/form',
      '/export/v1/reference-data',
      `/export/v1/applications/${id}`,
    ]) {
      const reply = await page.request.get(path, { headers })
      expect({ path, status: reply.status() }).toEqual({ path, status: 200 })
      expect(await reply.text(), path).not.toMatch(sample)
      for (const each of placesIn(await reply.json())) left.add(`${path}: ${each}`)
    }
  })

  await test.step('every page, mail and PDF that a preview can show, as each made-up applicant', async () => {
    await desk.getByRole('button', { name: 'Make a link to a preview' }).click()
    const address = new URL(await desk.getByRole('textbox', { name: 'Link for colleagues' }).inputValue())
    const preview = await (await browser.newContext({ baseURL: product.address })).newPage()
    await preview.goto(address.href)
    const values = (name: string) =>
      preview
        .getByLabel(name, { exact: true })
        .locator('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    const [applicants, shows, languages] = [await values('As'), await values('Show'), await values('In')]
    const mails = shows.filter((each) => each.startsWith('mail '))
    const pages = shows.filter((each) => each.startsWith('/'))
    expect([applicants.length, mails.length > 10, pages.length >= 3, languages]).toEqual([5, true, true, ['en', 'es']])
    const within = preview.locator('iframe')
    const source = async () => new URL((await within.getAttribute('src')) ?? '', product.address)
    // Their own answers are from the sample's state, as what each of them wrote.
    const notTheirs = /Gallatin|Bozeman|Bridger/i
    const shown = preview.frameLocator('iframe')
    for (const applicant of applicants)
      for (const language of languages) {
        await preview.getByLabel('As', { exact: true }).selectOption(applicant)
        await preview.getByLabel('In', { exact: true }).selectOption(language)
        for (const show of pages) {
          await preview.getByLabel('Show', { exact: true }).selectOption(show)
          await preview.getByRole('button', { name: 'Show' }).click()
          await expect(shown.getByRole('heading', { level: 1 })).toBeVisible()
          expect(await shown.locator('main').textContent(), `${applicant} ${language} ${show}`).not.toMatch(notTheirs)
        }
        const address = await source()
        for (const show of mails) {
          address.pathname = address.pathname.replace(/[^/]+$/, 'mail')
          address.searchParams.set('show', show)
          const mail = await preview.request.get(address.href)
          expect([show, mail.status()]).toEqual([show, 200])
          expect(await mail.text(), `${show} in ${language}`).not.toMatch(/Montana|Gallatin|Bozeman|Bridger/i)
        }
        address.pathname = address.pathname.replace(/[^/]+$/, 'pdf')
        expect(await pdfText(await (await preview.request.get(address.href)).body())).not.toMatch(notTheirs)
      }
  })

  await test.step('nothing names a place of the sample', async () => {
    // Her first edition asked it, so whoever reads an application of that time needs what it was called.
    expect([...left]).toEqual(['/export/v1/form: At Gallatin College'])
  })
})
