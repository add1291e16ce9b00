import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { everyPrintedPage, type Outline } from '../../../engine/index.ts'
import { group, row } from '../../../engine/testing/index.ts'
import { loadPdfFonts } from '../../platform/fonts/index.ts'
import { pdfContent } from './pdf-content.ts'
import { readPdf, tight } from './testing/read-pdf.ts'
import { richOutline, sampleInstitution } from './testing/sample-outlines.ts'
import { createTypesetter } from './typeset-pdf.ts'

const { application: set } = createTypesetter()
const pdfOfApplication = (outline: Outline, applicant = 'Ada King') =>
  set(
    pdfContent({
      pages: everyPrintedPage(outline, []),
      institution: sampleInstitution,
      applicant,
      term: 'Fall 2027',
      reference: 'KQ4M-7XDR',
      submittedAt: new Date('2026-11-21T18:00:00Z'),
      formVersion: '1',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    }),
  )
const typed = (...texts: readonly string[]): Outline => ({
  pages: [
    {
      slug: 'about',
      title: 'Personal Info',
      items: [group('section', 'Name', ...texts.map((text, index) => row(`q${index}`, text, text, 'paragraph')))],
    },
  ],
})

test('every character that the fonts cover is drawn, in answers and in labels', () => {
  const { covers } = loadPdfFonts()
  const all = Array.from({ length: 0x20_000 }, (_, codePoint) => codePoint)
    // Excludes marks, which are drawn on letters, and surrogates, which are halves.
    .filter((each) => covers(each) && !/[\p{M}\p{C}\p{Z}]/u.test(String.fromCodePoint(each)))
    .map((each) => String.fromCodePoint(each))
  expect(all.length).toBeGreaterThan(3_000)
  const lines = Array.from({ length: Math.ceil(all.length / 20) }, (_, line) =>
    all.slice(line * 20, line * 20 + 20).join(' '),
  )
  expect(pdfOfApplication(typed(...lines)).claim).toBe('ua-1')
})
test('symbols are in the text, drawn or shown by number, and the PDF meets PDF/UA-1', async () => {
  const text = '∀x ∃y x ⇒ y, a ≡ b ⇔ c, ↨ ∩ ∶ ∷ ⌂ ☺ ♫ ♀ ♂ ☿ ⟨Ada⟩ 🤖'
  const { pdf, claim } = pdfOfApplication(typed(text))
  expect(claim).toBe('ua-1')
  const read = tight((await readPdf(pdf)).text)
  const lost = [...text.replaceAll(' ', '')].filter((each) => !read.includes(tight(each)))
  expect(lost).toEqual([])
})
test.each(['W'.repeat(45), 'm'.repeat(45), `${'W'.repeat(30)}@${'M'.repeat(14)}`])(
  '%s stays within the page',
  async (word) => {
    const wide = JSON.parse(JSON.stringify(richOutline), (key, value) =>
      key === 'text' && value !== '' ? word : value,
    )
    const { pdf } = pdfOfApplication(wide, `${word} ${word}`)
    const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
    const document = await loading.promise
    const outside: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      for (const item of items)
        if ('str' in item && item.transform[4] + item.width > 612 - 0.95 * 72 + 1)
          outside.push(`${number}: ${item.str}`)
    }
    await loading.destroy()
    expect(outside).toEqual([])
  },
)
