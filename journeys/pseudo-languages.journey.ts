import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PASSWORD } from './support/accounts.ts'
import { takenOver } from './support/applicant.ts'
import { faultsOfWords, setTextSize, twoFrames } from './support/large-text.ts'
import { fillContact, textsOn, wordsOf } from './support/other-words.ts'
import type { Product } from './support/product.ts'
import { expect, test } from './support/story.ts'

const EMAIL = 'lucia@mail.example'
const WIDTHS = [320, 390, 900, 1280]
const TEXT_SIZES = [100, 200] // % of the browser's own
const HIGH = 2000 // px: less of it is drawn anew than of the window in which all is seen, and all is laid out

/** What is in each text of the language and in none of another. */
const PSEUDO = [
  { language: 'en-XA', isSaid: (text: string) => /[áéíóúýñçð]/i.test(text) },
  { language: 'ar-XB', isSaid: (text: string) => !/[a-z]/i.test(text) },
]

/** What stays as it is in any language: names, addresses of any kind, and in English what `Intl` writes. */
const AS_IT_IS = new RegExp(
  [
    '\u2068[^\u2069]*\u2069', // a value that is set apart
    ...['https?://\\S+', 'localhost\\S*', '\\S+@\\S+', 'Bridger State University', 'Bozeman', '201 Meridian Hall'],
    ...['Lucía', 'Ortega', 'Carroll College', 'Helena', '\\bM[SD]T\\b', '\\b[AP]M\\b', '\\bF8\\b', 'United States'],
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
    'December',
  ].join('|'),
  'g',
)

/** The texts that are not in a pseudo-language, though they have letters. */
const unsaidIn = (texts: readonly string[], isSaid: (text: string) => boolean) => {
  const left = texts.filter((text) => {
    const own = text.replaceAll(AS_IT_IS, '')
    return /\p{L}{2}/u.test(own) && !isSaid(own)
  })
  return [...new Set(left)]
}

/** Starts the product with an institution.json that offers the pseudo-languages, which nobody else has. */
async function offerPseudoLanguages(product: Product): Promise<void> {
  await product.stop()
  execFileSync(process.execPath, [join(import.meta.dirname, '../script/pseudo-languages.ts'), product.dataDir])
  await product.start({ INSTITUTION_FILE: join(product.dataDir, 'institution.json') })
}

/** Addresses, numbers and codes whose characters do not stand one after the other from the left, as they are read. */
function reordered(): readonly string[] {
  const kept =
    /[\w.+-]+@[\w.-]+\w|https?:\/\/\S+|\(?\d{3}\)? ?-?\d{3}-\d{4}|\d+(?:[-/.,:]\d+)+|[A-Z]+(?:-[\dA-Z]+)+|\d+(?: [A-Z][a-z]+)+/g
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('script, style, option')) continue
    for (const { 0: code, index } of (node.textContent ?? '').matchAll(kept)) {
      const boxes = Array.from(code, (_, at) => {
        range.setStart(node, index + at)
        range.setEnd(node, index + at + 1)
        return range.getBoundingClientRect()
      })
      if (boxes.some((box, at) => at > 0 && box.top === boxes[at - 1]?.top && box.left < (boxes[at - 1]?.left ?? 0)))
        found.push(code)
    }
  }
  return found
}

/** A long word may go on in the next line, and at twice its size any word of a phone, but none is cut. */
const isBroken = / is broken over two lines$/
/** So may the line of the answers of a folded section end with an ellipsis, as it says itself. */
const isMeant = /^".{11,}" is broken over two lines$| · .* is cut off$/

/** What does not fit at some width or size of the text, with where. */
async function misfitsOn(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const size of TEXT_SIZES) {
    await setTextSize(page, size)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HIGH })
      await page.evaluate(twoFrames)
      const faults = await page.evaluate(faultsOfWords, 'header, main, footer')
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const misfits = faults.filter((each) => !isMeant.test(each) && (size === 100 || !isBroken.test(each)))
      found.push(
        ...[...misfits, ...(wider > 0 ? [`wider by ${wider}`] : [])].map((each) => `${width}, ${size} %: ${each}`),
      )
    }
  }
  await setTextSize(page, 100)
  if (before) await page.setViewportSize(before)
  return found
}

for (const { language, isSaid } of PSEUDO)
  test(`nothing is left in English, cut off, or on something else, from the first name to the receipt, in ${language}`, async ({
    page,
    product,
    mailbox,
  }) => {
    await offerPseudoLanguages(product)
    const texts = await wordsOf(product.address, language)
    const own = (english: string) => {
      const text = texts[english]
      if (typeof text !== 'string') throw new Error(`There is no “${english}” in ${language}.`)
      return text
    }
    const direction = language === 'ar-XB' ? 'rtl' : ''
    const root = page.locator('html')
    const field = (id: string) => page.locator(`[id="${id}"]`)
    const press = (english: string) => page.getByRole('button', { name: own(english), exact: true }).click()
    const choose = (id: string, english: 'Yes' | 'No') =>
      field(id)
        .getByRole('radio', { name: new RegExp(`^${own(english)}`) })
        .check()
    const expectFit = async (where: string) => {
      await expect.poll(async () => unsaidIn(await textsOn(page), isSaid), where).toEqual([])
      expect.soft(await page.evaluate(reordered), `${where}, in another order`).toEqual([])
      expect.soft(await misfitsOn(page), where).toEqual([])
    }
    const expectMail = async (subject: RegExp) => {
      const mail = await mailbox.mailTo(EMAIL, subject)
      expect(mail.html).toContain(`<html lang="${language}"${direction && ` dir="${direction}"`}>`)
      const lines = mail.text.split('\n').filter((line) => !line.includes('?lang=')) // each in its own language
      expect(unsaidIn([mail.subject, ...lines], isSaid), 'in a mail').toEqual([])
      return mail
    }

    await test.step('the words and their direction change without a reload', async () => {
      await page.goto('/')
      await takenOver(page)
      for (const [next, expected] of [
        [language, direction],
        ['en', ''],
        [language, direction],
      ] as const) {
        await page.locator(`header a[hreflang="${next}"]`).click()
        await expect(root).toHaveAttribute('lang', next)
        await expect(root).toHaveJSProperty('dir', expected)
      }
      await page.reload()
      await takenOver(page)
      await expect(root).toHaveJSProperty('dir', direction)
    })

    await test.step('Personal Info', async () => {
      await field('first_name').fill('Lucía')
      await field('last_name').fill('Ortega')
      await field('birth_date').fill('2')
      await field('birth_date-day').fill('28')
      await field('birth_date-year').fill('2004')
      await choose('us_citizen', 'Yes')
      await fillContact(page, EMAIL)
      await choose('degree_nondegree', 'No')
      await expectFit('Personal Info')
      await press('Save and Continue')
    })

    await test.step('the cards and the mail with the code', async () => {
      await expect(page).toHaveURL(/\/signup$/)
      await field('password').fill('corta')
      await press('Submit')
      await expectFit('Sign Up with a wrong password')
      await field('password').fill(PASSWORD)
      await press('Submit')
      await expect(page).toHaveURL(/\/confirm$/)
      await expectFit('Confirm')
      const { text } = await expectMail(/./)
      await field('code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
      await press('Submit')
      await expect(page).toHaveURL(/\/login$/)
      await expectFit('Log In')
      await field('password').fill(PASSWORD)
      await press('Submit')
      await expect(page).toHaveURL(/\/about$/)
      await expect(field('email_address')).toHaveValue(EMAIL)
      await expectFit('Personal Info with an account')
      await press('Save and Continue')
    })

    await test.step('Academic History', async () => {
      await expect(page).toHaveURL(/\/education$/)
      await field('college_name').fill('Carroll')
      await page.getByRole('option', { name: /^Carroll College Helena/ }).click()
      await expect(page.getByText('Carroll College').first()).toBeVisible()
      await expectFit('Academic History')
      await press('Save and Continue')
    })

    await test.step('Final Steps, and the receipt on the page and as a mail', async () => {
      await expect(page).toHaveURL(/\/final-steps$/)
      await press('Submit')
      await expect(page.getByRole('heading', { name: own('We are missing some information!') })).toBeVisible()
      await expectFit('Final Steps with everything missing')
      for (const group of ['crime', 'pending', 'charges']) await field(`${group}_no-N`).check()
      await choose('register', 'No')
      for (const key of ['certify_checkbox', 'obligation_checkbox', 'legal_agree']) await field(key).check()
      await press('Submit')
      await expect(page).toHaveURL(/\/completion$/)
      await expectFit('the receipt')
      await expectMail(/\d/) // the one with a reference number
    })
  })
