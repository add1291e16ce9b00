import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type OutlineItem, printedPages } from '../../../engine/index.ts'
import { group, row, ticked } from '../../../engine/testing/index.ts'
import { loadPdfFonts } from '../../platform/fonts/index.ts'
import { pdfContent } from './pdf-content.ts'
import { textByReader } from './testing/pdf-readers.ts'
import { linesOf, readPdf, tight } from './testing/read-pdf.ts'
import { sampleInstitution } from './testing/sample-outlines.ts'
import { createTypesetter } from './typeset-pdf.ts'

// As if no font drew more than Europe's letters and the sign in UTC−07:00, so that these tests do not depend on the
// fonts that are installed.
const { covers, ...fonts } = loadPdfFonts()
const isEuropean = (codePoint: number) => (codePoint < 0x530 || codePoint === 0x2212) && covers(codePoint)
const few = createTypesetter({ fonts: { ...fonts, covers: isEuropean } })
const pdfOf = (items: readonly OutlineItem[], applicant = 'Ada King') =>
  few.application(
    pdfContent({
      pages: printedPages(
        { pages: [{ slug: 'about', title: 'Personal Info', items: [group('section', 'Name', ...items)] }] },
        ['about'],
      ),
      institution: sampleInstitution,
      applicant,
      term: 'Fall 2027',
      reference: 'KQ4M-7XDR',
      submittedAt: new Date('2026-11-21T18:00:00Z'),
      formVersion: '1',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    }),
  )
const letters = (text: string) => [...tight(text)].sort().join('')

describe('what is printed by number is in the text as it was typed', () => {
  test.each([
    ['Chinese', '王小明 from 北京'],
    ['Georgian', 'ქეთევან'],
    ['an emoji alone', '😀'],
    ['beyond the base plane', 'I 😀 and 𐓏𐓘'],
    ['an emoji of several', '👩‍🚀 and 👍🏽 and 🇳🇴'],
    ['with a variation selector', '☀️!'],
    ['letters with marks', 'நி कि กำ ဂုဏ်'],
    ['a mark of an uncovered script on a covered letter', 'a\u1ab0b'],
    ['marks without a letter', '\u093f'],
    ['Tibetan in its order', 'བཀྲ་ཤིས'],
    ['conjoining letters', '\u1112\u1161\u11ab\u1112'],
    ['in between', 'a中b文c'],
    ['unassigned', 'a\u0378 \u{323b0}'],
  ])('%s', async (_, typed) => {
    const { pdf, claim, replaced } = pdfOf([row('it', 'Answer', typed), ticked('t', typed, true)], typed)
    expect(claim).toBe('ua-1')
    expect(replaced).toBeGreaterThan(0)
    const found = await textByReader(pdf)
    expect(Object.keys(found).length).toBeGreaterThan(1)
    for (const [reader, text] of Object.entries(found)) {
      expect(`${reader}: ${tight(text)}`).toContain(tight(typed))
      expect(tight(text)).toContain(tight('Text that is copied, searched or read aloud is as it was typed.'))
    }
  })
  test.each([
    ['Syriac', 'ܫܠܡܐ'],
    ['Adlam', '𞤀𞤣𞤤𞤢𞤥'],
  ])('right to left, where readers differ in the order: %s', async (_, typed) => {
    const { pdf, claim } = pdfOf([row('it', 'Answer', typed)])
    expect(claim).toBe('ua-1')
    for (const text of Object.values(await textByReader(pdf)))
      expect(text.split(/\s+/).map(letters)).toContain(letters(typed))
  })
})

test('the sheets of a packet keep the text too', async () => {
  const [title, file] = ['College 2: 成绩单 👩‍🚀', '卒業証書 😀.pdf']
  const { pdf } = few.packetSheets({
    institution: 'Bridger State University',
    color: '#0c3441',
    title: 'Transfer Application',
    applicant: '王小明 ქეთევან',
    reference: 'KQ4M-7XDR',
    summary: 'One document.',
    documents: [{ title, file, attached: 'Nov 14, 2026', checked: 'not scanned', pages: ['portrait', 'landscape'] }],
  })
  const above = (await readPdf(pdf)).running.join()
  for (const [reader, found] of Object.entries(await textByReader(pdf))) {
    const text = reader === 'pdf.js' ? `${found}${above}` : found
    for (const typed of [title, file, '王小明 ქეთევან', `${title}, page 2 of 2`])
      expect(`${reader}: ${tight(text)}`).toContain(tight(typed))
    expect(text).not.toContain('U+')
  }
})

test.each([
  ['private use', 'a\ue000b', 'a[U+E000]b'],
  ['half a character', 'a\ud800b', 'a[U+FFFD]b'],
  ['noncharacters', 'a\ufffe\u{10ffff}b', 'a[U+FFFE U+10FFFF]b'],
  ['nothing but controls', '\u200b\u0007', '[U+200B U+0007]'],
])('what has no meaning as text is written as its number: %s', async (_, typed, printed) => {
  const { pdf, claim } = pdfOf([row('it', 'Answer', typed)])
  expect(claim).toBe('ua-1')
  for (const text of Object.values(await textByReader(pdf))) {
    expect(tight(text)).toContain(tight(printed))
    expect(tight(text)).toContain(tight('The stored application holds the original text.'))
  }
})

// Drawn by poppler (Debian: poppler-utils), and skipped without it.
test.skipIf(spawnSync('pdftoppm', ['-v']).status !== 0)('the reader sees the number', () => {
  const label = (typed: string) => inkIn(pdfOf([row('it', typed, 'yes')]).pdf)
  // As wide as the number that is written in small type, with the same amount of ink but for its curves.
  const [number, written] = [label('中'), label('[U+4E2D]')]
  expect(number.width / written.width).toBeCloseTo(0.76, 1)
  expect(number.ink / written.ink / 0.76 ** 2).toBeCloseTo(1, 0.5)
  expect(label('丮')).not.toEqual(number)
})

/** The width and the amount of ink of the first label on the second page. */
function inkIn(pdf: Uint8Array): { readonly width: number; readonly ink: number } {
  const part = ['-f', '2', '-l', '2', '-x', '260', '-W', '500', '-y', '560', '-H', '160']
  const { stdout } = spawnSync('pdftoppm', ['-r', '288', '-gray', ...part, '-'], { input: pdf, maxBuffer: 1e8 })
  const pixels = stdout.subarray(stdout.indexOf('255\n') + 4)
  const columns = [...pixels].flatMap((gray, at) => (gray < 160 ? [at % 500] : []))
  return { width: Math.max(...columns) - Math.min(...columns), ink: columns.length }
}

describe('a text full of such characters', () => {
  const han = (length: number, kinds: number) =>
    Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + (at % kinds))).join('')

  test.each([
    ['an essay', han(10_000, 900)],
    ['more different ones than a font is made for', han(10_000, 10_000)],
    ['letters between them', 'a中'.repeat(5_000)],
    ['one letter with thousands of marks', `a${'\u1ab0'.repeat(5_000)}`],
    ['unassigned ones between letters', 'a\u0378'.repeat(2_000)],
  ])('is printed within its columns: %s', async (_, typed) => {
    const { pdf, claim } = pdfOf([row('a', 'Essay', typed, 'paragraph'), row('b', 'Last', 'end')], typed.slice(0, 200))
    expect(claim).toBe('ua-1')
    const lines = await linesOf(pdf)
    expect(lines.filter(({ left, width }) => left < 68 || left + width > 545).slice(0, 3)).toEqual([])
    expect(lines.some(({ text }) => text === 'end')).toBe(true)
  })

  test('the font draws 1,000 different ones, and the next is written as its number', async () => {
    const { pdf, claim } = pdfOf([row('a', 'Essay', `${han(1_000, 1_000)}\n\u51e8 end`, 'paragraph')])
    expect(claim).toBe('ua-1')
    for (const text of Object.values(await textByReader(pdf))) {
      expect(text).toContain('\u51e7')
      expect(tight(text).match(/\[U.*?end/gu)).toEqual(['[U+51E8]end'])
    }
  })

  test.each([
    ['an answer', (line: string) => pdfOf([row('a', 'Question', line)])],
    ['a label', (line: string) => pdfOf([row('a', line, 'yes')])],
    ['a name', (line: string) => pdfOf([row('a', 'Question', 'yes')], line)],
  ])('a line four times as long takes less than ten times as long: %s', (_, pdfWith) => {
    let number = 0x4e00
    const fastest = (length: number) => {
      const times = [1, 2, 3].map(() => {
        // Different characters each time, because Typst remembers what it has set.
        number += 100
        const line = Array.from({ length }, (_, at) => String.fromCodePoint(number + (at % 100))).join('')
        // Of the processor, which others use as well.
        const start = process.cpuUsage()
        pdfWith(line)
        const { user, system } = process.cpuUsage(start)
        return user + system
      })
      return Math.min(...times)
    }
    expect(fastest(2_000) / fastest(500)).toBeLessThan(10)
  })

  test('in tables, none runs into its neighbor', async () => {
    const college = (at: number) =>
      group(
        'entry',
        `College ${at}`,
        ...Array.from({ length: 7 }, (_, each) => row(`${each}`, `Question ${each}`, '北京大学 👩‍🚀')),
      )
    const { pdf, claim } = pdfOf([group('table', 'Colleges', college(1), college(2))])
    expect(claim).toBe('ua-1')
    const lines = (await linesOf(pdf)).map((line) => ({ ...line, right: line.left + line.width }))
    const runsInto = lines.filter((one, at) =>
      lines.slice(at + 1).some(({ page, bottom, left, right }) => {
        const isBeside = page === one.page && Math.abs(bottom - one.bottom) < 3
        return isBeside && left < one.right - 1 && right > one.left + 1
      }),
    )
    expect(runsInto).toEqual([])
  })
})
