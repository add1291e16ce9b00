import { writeFile } from 'node:fs/promises'
import { domestic } from '../form/testing/index.ts'
import { PASSWORD } from './support/accounts.ts'
import { form } from './support/applicant.ts'
import { answersOf } from './support/by-hand.ts'
import { answerAll, becomeApplicant, startLine } from './support/by-other-hand.ts'
import { type OwnFile, pdf, png } from './support/documents.ts'
import { BY, command } from './support/operator.ts'
import { type Engine, type OtherBrowser, startOtherBrowser, whyNot } from './support/other-browser.ts'
import type { Product } from './support/product.ts'
import { expect, skipBecause, test } from './support/story.ts'

test.use({ sharesProduct: true })

const onPage = (slug: string) => {
  const keys = form.pages.find((page) => page.slug === slug)?.keys ?? []
  const answers = answersOf(domestic)
  return Object.fromEntries(keys.flatMap((key) => (answers[key] === undefined ? [] : [[key, answers[key]]])))
}

for (const engine of ['Firefox ESR', 'WebKitGTK'] as const) {
  test.describe(engine, () => {
    skipBecause(whyNot(engine), `Journeys in ${engine}`)

    test('a visitor fills in everything by hand and has her receipt', async ({ product, mailbox }) => {
      await inBrowser(engine, product, async (browser) => {
        await browser.open(`${product.address}/`)
        await answerAll(browser, onPage('about'))
        await fits(browser)
        await browser.press('Save and Continue')
        await becomeApplicant(browser, mailbox, personOf(engine, 'receipt'))
        await browser.holds('#first_name', 'June')
        await browser.press('Save and Continue')
        await browser.isAt('/education')
        await answerAll(browser, onPage('education'))
        await fits(browser)
        await browser.press('Save and Continue')
        await browser.isAt('/final-steps')
        await answerAll(browser, onPage('final-steps'))
        await fits(browser)
        await browser.press('Submit', 'main')
        await browser.isAt('/completion')
        await fits(browser)
        const path = await browser.until('the PDF', 'return document.querySelector(`a[href*="pdf"]`)?.href ?? null')
        const isPdf = 'return fetch(arguments[0]).then((reply) => reply.text()).then((text) => text.slice(0, 5))'
        expect(await browser.run(isPdf, path)).toBe('%PDF-')
        await mailbox.mailTo(personOf(engine, 'receipt').email, /received/i)
      })
    })

    test('documents are attached, seen again, and deleted', async ({ product, mailbox }) => {
      await inBrowser(engine, product, async (browser) => {
        await signUp(browser, product, mailbox, engine, 'documents')
        await browser.pressAt('nav a[href="/education"]')
        const field = '[id="college_transcript"]'
        await browser.chooseFile(`${field} input[type=file]`, await onDisk(await pdf('transcript.pdf')))
        await browser.shows(/transcript\.pdf\s*Attached/, field)
        await browser.reload()
        await browser.shows(/transcript\.pdf\s*Attached/, field)
        await browser.press('Delete', field)
        await browser.shows('Are you sure you want to delete your file?', '[role=dialog]')
        await browser.press('Delete', '[role=dialog]')
        await browser.shows('Choose a file', field)
        await browser.chooseFile(`${field} input[type=file]`, await onDisk(await png('photo.png')))
        await browser.shows(/photo\.png\s*Attached/, field)
      })
    })

    test('two tabs merge answer by answer and log out together', async ({ product, mailbox }) => {
      await inBrowser(engine, product, async (browser) => {
        await signUp(browser, product, mailbox, engine, 'tabs')
        const first = await browser.tab()
        const second = await browser.newTab()
        await browser.goToTab(second)
        await browser.open(`${product.address}/about`)
        await browser.holds('#email_address', personOf(engine, 'tabs').email)
        await browser.type('#last_name', 'Gray')
        await browser.goToTab(first)
        await browser.fill('#first_name', 'Tess')
        await browser.shows('Saved', '[data-save-line]')
        await browser.goToTab(second)
        await browser.holds('#first_name', 'Tess')
        await browser.type('#last_name', '-Wolf')
        await browser.run('document.activeElement.blur()')
        await browser.shows('Saved', '[data-save-line]')
        await browser.goToTab(first)
        await browser.holds('#last_name', 'Gray-Wolf')
        await browser.holds('#first_name', 'Tess')
        await browser.press('Account', 'header')
        await browser.press('Log Out')
        for (const tab of [first, second]) {
          await browser.goToTab(tab)
          await browser.isAt('/login')
          await browser.shows('You have been logged out.', 'main')
        }
      })
    })

    test('what is typed without a line is kept through a reload and sent with it', async ({ product, mailbox }) => {
      const line = await startLine(product.address)
      try {
        await inBrowser(engine, product, async (browser) => {
          await signUp(browser, { address: line.address }, mailbox, engine, 'line')
          line.cut()
          await browser.fill('#first_name', 'Sol')
          await browser.shows('Not saved yet.', '[data-save-line]')
          await browser.fill('#city', 'Whitefish')
          line.mend()
          await browser.press('Try now', '[data-save-line]')
          await browser.shows('Saved', '[data-save-line]')
          line.cut()
          await browser.fill('#last_name', 'Marsh')
          await browser.shows('Not saved yet.', '[data-save-line]')
          line.mend()
          await browser.reload()
          for (const [id, value] of [
            ['#first_name', 'Sol'],
            ['#city', 'Whitefish'],
            ['#last_name', 'Marsh'],
          ] as const)
            await browser.holds(id, value)
          await browser.shows('Saved', '[data-save-line]')
          const saved =
            'return fetch("/api/profile").then((reply) => reply.json()).then(({ answer }) => answer.last_name)'
          await browser.until('the name on the server', `${saved.replace(/$/, '.then((name) => name === "Marsh")')}`)
        })
      } finally {
        line.close()
      }
    })

    test('staff find an application, read it, note it and take it in hand', async ({ product }) => {
      await inBrowser(engine, product, async (browser) => {
        await command(product, 'sample-applications', '20')
        const printed = await command(product, 'staff-link', 'June Hale', '--role', 'processor', ...BY)
        await browser.open(/^url: (\S+)$/m.exec(printed)?.[1] ?? '')
        await browser.press('Sign in')
        await browser.shows('applications', 'main')
        await fits(browser)
        await browser.fill(await browser.labelled('Name'), 'nun sof')
        await browser.press('Search')
        await browser.press('Núñez, Sofía')
        await browser.shows('Núñez, Sofía', 'h1')
        await fits(browser)
        await browser.fill(await browser.labelled('Add a note'), `Called about it, from ${engine}.`)
        await browser.press('Add')
        await browser.shows(`Called about it, from ${engine}.`)
        await browser.choose(await browser.labelled('Mark as'), 'handled')
        await browser.press('Change')
        await browser.shows('Changed.')
        const before = await browser.tabs()
        await browser.press('Read the application')
        await expect.poll(async () => (await browser.tabs()).length).toBe(before.length + 1)
        await browser.goToTab((await browser.tabs()).find((tab) => !before.includes(tab)) ?? '')
        await browser.shows('Every answer as signed.')
        await fits(browser)
      })
    })
  })
}

/** Does a story in a browser, and expects that the page reported no error of its own. */
async function inBrowser(engine: Engine, product: Product, story: (browser: OtherBrowser) => Promise<void>) {
  const browser = await startOtherBrowser(engine)
  const reported = async () => (await product.log()).split('\n').filter((each) => each.includes('A browser reported'))
  const before = await reported()
  try {
    await story(browser)
    expect((await reported()).slice(before.length)).toEqual([])
  } catch (error) {
    await writeFile(test.info().outputPath('browser.png'), await browser.picture())
    throw error
  } finally {
    await browser.stop()
  }
}

const personOf = (engine: Engine, story: string) => ({
  email: `${engine.replace(' ', '.')}.${story}@mail.example`.toLowerCase(),
  password: PASSWORD,
})

async function signUp(
  browser: OtherBrowser,
  { address }: Pick<Product, 'address'>,
  mailbox: Parameters<typeof becomeApplicant>[1],
  engine: Engine,
  story: string,
): Promise<void> {
  await browser.open(`${address}/signup`)
  await becomeApplicant(browser, mailbox, personOf(engine, story))
}

/** Nothing is wider than the window, on a phone or at a desk. */
async function fits(browser: OtherBrowser): Promise<void> {
  for (const width of [500, 1280]) {
    await browser.resize(width, 900)
    const tooWide = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await browser.run(tooWide), `wider than ${width} px`).toBe(0)
  }
}

async function onDisk({ name, buffer }: OwnFile): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, buffer)
  return path
}
