import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { everyPrintedPage, type Outline, type OutlineItem, sayIn } from '../../../engine/index.ts'
import { group, optional, row, ticked } from '../../../engine/testing/index.ts'
import { loadPdfFonts } from '../../platform/fonts/index.ts'
import { createPdfRenderer } from './index.ts'
import { type PdfContent, pdfContent } from './pdf-content.ts'
import { expectedOf, firstLost, tableErrors } from './testing/expected-words.ts'
import { colorsOn, linesOf, readPdf, tight } from './testing/read-pdf.ts'
import { richOutline, sampleInstitution, shortOutline } from './testing/sample-outlines.ts'
import { createTypesetter } from './typeset-pdf.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const contentOf = (outline: Outline, applicant = 'Zoë Papadopoúlou-Haddad'): PdfContent =>
  pdfContent({
    pages: everyPrintedPage(outline, []),
    institution: sampleInstitution,
    applicant,
    term: 'Fall 2027',
    reference: 'BSU-7KQ4-M2XD',
    submittedAt: new Date('2026-11-14T22:42:00Z'),
    formVersion: '2026.3',
    madeAt: new Date('2026-11-23T18:00:00Z'),
  })
const pdfOfApplication = async (outline: Outline, applicant?: string) => {
  const rendered = await renderer.renderPdf(contentOf(outline, applicant))
  return { ...rendered, ...(await readPdf(rendered.pdf)), standard: rendered.claim }
}
const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0
/** The lines of pixels of a page, at one pixel a point. */
function grayPixels(pdf: Uint8Array, page: number): readonly string[] {
  const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-gray', '-f', `${page}`, '-l', `${page}`, '-'], {
    input: pdf,
    maxBuffer: 1e7,
  })
  const start = stdout.indexOf('255\n') + 4
  return Array.from({ length: 792 }, (_, y) =>
    stdout.subarray(start + y * 612, start + (y + 1) * 612).toString('latin1'),
  )
}
const onePage = (...items: readonly OutlineItem[]): Outline => ({
  pages: [{ slug: 'about', title: 'Personal Info', items: [group('section', 'Name', ...items)] }],
})

describe('the application PDF', () => {
  test.each([
    ['of a long application', richOutline],
    ['of a short one', shortOutline],
  ])('%s contains every label and answer in order', async (_, outline) => {
    const pdf = await pdfOfApplication(outline)
    expect(firstLost(pdf.text, expectedOf(contentOf(outline)))).toBeNull()
    expect(pdf).toMatchObject({ replaced: 0, standard: 'ua-1' })
  })

  test('a page names the section it continues, and nothing if it starts one', async () => {
    const answers = Array.from({ length: 30 }, (_, index) => row(`${index}`, 'Label', 'Answer'))
    const colleges = group('repeated', 'Colleges', group('entry', 'College 1', ...answers))
    const { running } = await pdfOfApplication(onePage(colleges, ...answers, ...answers))
    const continued = running.map((each) => /(Name[^·]*) \(continued\)/.exec(each)?.[1] ?? null)
    expect(continued).toEqual([null, null, 'Name, College 1', 'Name', 'Name'])
  })

  test('how many were not answered stays with a row, and a page that begins with a rest says whose it is', async () => {
    for (const [count, ...omitted] of [
      [25, optional('x', 'X')],
      [26, optional('x', 'X')],
      [27, optional('x', 'X')],
      [26],
      [27],
      [28],
    ] as const) {
      const answers = Array.from({ length: count }, (_, at) => row(`a${at}`, `Label ${at}`, 'Answer'))
      const outline: Outline = {
        pages: [
          {
            slug: 'about',
            title: 'Personal Info',
            items: [
              group('section', 'Name', ...answers, ...omitted),
              group('section', 'Contact', ...answers.slice(0, 9)),
            ],
          },
        ],
      }
      const lines = await linesOf((await pdfOfApplication(outline)).pdf)
      const on = (text: string) =>
        lines.filter((line) => line.text.startsWith(text) && line.page > 1).map(({ page }) => page)
      if (omitted.length > 0) expect(on('1 optional'), `${count} rows`).toEqual(on(`Label ${count - 1}`))
      const third = lines.filter(({ page }) => page === 3).toSorted((one, other) => other.bottom - one.bottom)
      const begins = third.find(({ bottom }) => bottom < 792 - 73)?.text
      const says = third.some(({ text }) => text.includes('(continued)'))
      expect(says, `${count} rows, then a page with ${begins}`).toBe(begins !== 'Contact' && begins !== undefined)
    }
  })

  test('the lines of a name that needs several do not touch', async () => {
    const lines = await linesOf(
      (await pdfOfApplication(shortOutline, 'Gyöngyi Wilhelmina Papadopoúlou-Haddad-Weyergang')).pdf,
    )
    const [first, second] = lines.filter(({ page, height }) => page === 1 && height > 20)
    expect((first?.bottom ?? 0) - (second?.bottom ?? 0)).toBeGreaterThan(1.1 * (second?.height ?? 0))
  })

  test('ticks are printed as [X] and [ ], documents and missing answers by their sentences', async () => {
    const { text } = await pdfOfApplication(richOutline)
    const lines = [
      '[X] Asian',
      '[ ] Native Hawaiian',
      'Document attached for "Permanent resident card"',
      'Not answered',
    ]
    for (const line of lines) expect(tight(text)).toContain(tight(line))
  })

  test('colleges and scores are in tables, each answer under its question, without empty cells', async () => {
    const { tables } = await pdfOfApplication(richOutline)
    expect(tableErrors(tables, contentOf(richOutline))).toEqual([])
    const [scores, colleges] = tables.map(({ caption, heads, rows }) => ({
      caption: tight(caption),
      heads: heads.map(tight),
      rows: rows.map((row) => row.map(tight)),
    }))
    expect(scores).toEqual({ caption: 'SATscores', heads: ['Math', 'Reading'], rows: [['710', '690']] })
    expect(colleges?.rows).toHaveLength(3)
    expect(colleges?.rows[1]?.slice(1)).toEqual(['August2019', 'Notanswered', '18', 'Notanswered'])
    // Column headers are checked above; the first cell of each college is the header of its row.
    expect(tables[1]?.rowHeads.map((text) => tight(text).slice(0, 8))).toEqual(['College1', 'College2', 'College3'])
  })

  test.each([
    ['characters without a glyph, each of which becomes seven', '𒀀'.repeat(60)],
    ['a very long word', 'WM'.repeat(60)],
    ['Arabic', 'جامعة بيروت'],
  ])('a table contains any answer: %s', async (_, answer) => {
    const deps = Array.from({ length: 8 }, (_, copy) =>
      group(
        'entry',
        `College ${copy}`,
        ...Array.from({ length: 7 }, (_, at) => row(`${at}`, `Question ${at}`, answer)),
      ),
    )
    const outline = onePage(group('table', 'Colleges', ...deps), row('after', 'After', 'last'))
    const { tables, text, standard } = await pdfOfApplication(outline)
    expect(tables[0]?.rows.map((cells) => cells.length)).toEqual(Array.from({ length: 8 }, () => 7))
    expect(tables[0]?.rows.flat().filter((cell) => cell === '')).toEqual([])
    expect(firstLost(text, ['Colleges', 'College 0', 'College 7', 'After', 'last'])).toBeNull()
    expect(standard).toBe('ua-1')
  })

  test('optional questions without an answer are one line, and what had to be answered is named', async () => {
    const items = [row('a', 'A name', 'Bo'), ...Array.from({ length: 6 }, (_, at) => optional(`${at}`, `Label ${at}`))]
    const { text } = await pdfOfApplication(onePage(...items, row('b', 'Last name', '')))
    expect(
      firstLost(text, ['A name', 'Bo', 'Last name', 'Not answered', '6 optional questions not answered']),
    ).toBeNull()
    expect(text).not.toContain('Label 3')
  })

  test('an essay uses the width of the page', async () => {
    const essay = 'Every word of a long answer counts. '.repeat(40)
    const { pdf } = await renderer.renderPdf(contentOf(onePage(row('it', 'Essay', essay, 'paragraph'))))
    const widest = (await linesOf(pdf)).filter(({ text }) => text.includes('answer counts')).map(({ width }) => width)
    expect(Math.max(...widest)).toBeGreaterThan(400) // of 475 points; the column of answers has 323
  })

  test('the letterhead has the mark and the color of the institution', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#abcdef" d="M0 0h9v9z"/></svg>'
    const set = createTypesetter()
    const mark = { name: 'mark.svg', bytes: Buffer.from(svg) } as const
    const content = contentOf(shortOutline)
    const colorsOf = async (institution: PdfContent['institution']) => {
      const { pdf, claim } = set.application({ ...content, institution }, mark)
      return { claim, colors: await colorsOn(pdf) }
    }
    const { claim, colors } = await colorsOf({ ...content.institution, color: '#7a0019' })
    expect(claim).toBe('ua-1')
    expect(colors).toEqual(expect.arrayContaining(['#abcdef', '#7a0019']))
    expect(colors).not.toContain('#0c3441')
    expect((await readPdf(set.application(content, mark).pdf)).untagged).toBe(0)
  })

  test('the letterhead has the mark of the moment, without another start', async () => {
    const markOf = (color: string) => ({
      name: 'mark.svg' as const,
      bytes: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${color}" d="M0 0h9v9z"/></svg>`,
      ),
    })
    let mark: ReturnType<typeof markOf> | undefined
    const changing = createPdfRenderer(() => mark)
    const colors: (readonly string[])[] = []
    for (mark of [markOf('#abcdef'), markOf('#fedcba'), undefined])
      colors.push(await colorsOn((await changing.renderPdf(contentOf(shortOutline))).pdf))
    await changing.close()
    const marks = colors.map((each) => each.filter((color) => ['#abcdef', '#fedcba'].includes(color)))
    expect(marks).toEqual([['#abcdef'], ['#fedcba'], []])
  })

  test('says when it was made, in its properties and in its metadata', async () => {
    const { pdf, info } = await pdfOfApplication(shortOutline)
    expect(info).toMatchObject({ CreationDate: 'D:20261123180000Z' })
    expect(Buffer.from(pdf).toString('latin1')).toContain('<xmp:CreateDate>2026-11-23T18:00:00Z</xmp:CreateDate>')
  })

  test('no sheet of paper has only the last few lines, which find room on the others', async () => {
    for (let count = 56; count <= 64; count += 1) {
      const rows = Array.from({ length: count }, (_, at) => row(`${at}`, `Question ${at}`, `Answer ${at}`))
      const { pdf } = await pdfOfApplication(onePage(group('section', 'Name', ...rows)))
      const answers = (await linesOf(pdf)).filter(({ text }) => text.startsWith('Answer'))
      expect(answers.length).toBe(count)
      const last = Math.max(...answers.map(({ page }) => page))
      expect(answers.filter(({ page }) => page === last).length, `of ${count}`).toBeGreaterThan(4)
    }
  })

  test('a section with a sheet of its own is alone on the last page', async () => {
    const own = { ...group('section', 'Apart', row('x', 'Label apart', 'Answer apart')), sheet: 'apart' }
    const [about, ...others] = richOutline.pages
    const outline = {
      pages: [{ slug: 'about', title: 'Personal Info', items: [own, ...(about?.items ?? [])] }, ...others],
    }
    const { pdf } = await renderer.renderPdf(contentOf(outline))
    const lines = await linesOf(pdf)
    const last = Math.max(...lines.map(({ page }) => page))
    const inside = lines.filter(({ page, bottom }) => page === last && bottom > 72 && bottom < 712)
    expect(inside.map(({ text }) => text)).toEqual(['Apart', 'Label apart', 'Answer apart'])
    expect(lines.filter(({ page, text }) => page < last && page > 1 && text.includes('apart'))).toEqual([])
  })

  test.each([
    ['wide letters', 'W'.repeat(45)],
    ['wide capitals of another script', 'Щ'.repeat(60)],
    ['one letter that is as wide as a line', '﷽'.repeat(30)],
    ['Arabic without a space', 'شسص'.repeat(40)],
    ['an address', `https://mail.example/${'WM@'.repeat(30)}`],
    ['letters and a script that breaks by itself', `${'W'.repeat(60)}中${'M'.repeat(60)}`],
    ['dashes', '⸻'.repeat(40)],
  ])('no word runs off the paper or into its neighbor: %s', async (_, word) => {
    const college = (at: number) =>
      group(
        'entry',
        `College ${at}`,
        ...Array.from({ length: 7 }, (_, each) => row(`${each}`, `Question ${each}`, word)),
      )
    const outline = onePage(
      row('a', 'Answer', word),
      row('b', word, 'yes'),
      row('c', 'Essay', `${word} `.repeat(20), 'paragraph'),
      ticked('d', word, true),
      group('table', 'Colleges', college(1), college(2)),
    )
    const { pdf, claim } = await renderer.renderPdf(contentOf(outline, word))
    expect(claim).toBe('ua-1')
    const lines = (await linesOf(pdf)).map((line) => ({ ...line, right: line.left + line.width }))
    expect(lines.filter(({ left, right }) => left < 68 || right > 545)).toEqual([])
    const runsInto = lines.filter((one, at) =>
      lines.slice(at + 1).some(({ page, bottom, left, right }) => {
        const isBeside = page === one.page && Math.abs(bottom - one.bottom) < 3
        return isBeside && left < one.right - 1 && right > one.left + 1
      }),
    )
    expect(runsInto).toEqual([])
  })

  // Drawn by poppler (Debian: poppler-utils), and skipped without it.
  test.skipIf(!hasPoppler)('marks stacked on letters stay in their row', async () => {
    const tower = (marks: string) => [...'Zalgo'].map((letter) => `${letter}${marks.repeat(6)}`).join('')
    const drawn = async (answer: string) => {
      const { pdf } = await renderer.renderPdf(
        contentOf(onePage(row('a', 'Above', 'above'), row('b', 'Answer', answer), row('c', 'Below', 'below'))),
      )
      const place = (await linesOf(pdf)).find(({ page, text }) => page === 2 && text.startsWith('Answer'))
      return { pixels: grayPixels(pdf, 2), baseline: 792 - (place?.bottom ?? 0) }
    }
    const { pixels: plain, baseline } = await drawn('Zalgo')
    const { pixels: stacked } = await drawn(tower('\u0301\u0308\u0323'))
    const changed = stacked.flatMap((line, y) => (line === plain[y] ? [] : [y - baseline]))
    expect(changed.length).toBeGreaterThan(4)
    expect([Math.min(...changed) > -13, Math.max(...changed) < 8]).toEqual([true, true])
  })

  test.each(['雅婷 王', '\u{13000}\u{13080}', 'ქეთევან', 'அருண்', '😀 Ada', 'A\u0000B\ud800'])(
    'a name that no font draws is in title and author as it was typed: %j',
    async (name) => {
      const { info, standard } = await pdfOfApplication(shortOutline, name)
      const kept = name.toWellFormed().replace(/\p{C}+/gu, ' ')
      expect(info).toMatchObject({ Author: kept, Title: `Transfer Application: ${kept}, BSU-7KQ4-M2XD` })
      expect(standard).toBe('ua-1')
    },
  )

  test('has its answers attached as data: what is printed, as it was typed', async () => {
    const outline = onePage(row('it', 'Answer', 'ꦄꦅ 𒀀'), optional('b', 'Open'))
    const { attached, standard } = await pdfOfApplication(outline, 'ꦄ')
    expect(Object.keys(attached)).toEqual(['application.json'])
    const { pages, cover, applicant, reference } = contentOf(outline, 'ꦄ')
    expect(JSON.parse(attached['application.json'] ?? '')).toEqual({
      format: 'causeway-application-1',
      institution: 'Bridger State University',
      title: 'Transfer Application',
      applicant,
      reference,
      made: [2026, 11, 23, 18, 0, 0],
      cover,
      pages,
    })
    expect(standard).toBe('ua-1')
  })

  test('a masked secret is printed masked', async () => {
    expect((await pdfOfApplication(richOutline)).text).toContain('***-**-6789')
  })

  test.each([
    ['code', '#eval("1+1") #panic("no") #read("/etc/passwd") #sys.inputs'],
    ['markup', '*bold* _italic_ `raw` = heading // comment /* more */ <label> @reference ~ -- --- ...'],
    ['mathematics', '$ sum_(i=0)^n i $ and 100 $'],
    ['quotes and backslashes', `"double" 'single' \\n \\u{41} \\\\ "] ); }`],
    ['a list', '- one\n+ two\n/ term: three\n1. four'],
    ['HTML', '<script>alert(1)</script> &amp; &#65;'],
    ['a very long word', 'x'.repeat(500)],
    ['10,000 characters', 'Every word of a long answer counts. '.repeat(278)],
    ['a thousand lines', Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')],
    ['other scripts', 'Łódź Ελλάδα Україна Đặng Ñuñoa ŠŽ ½ € № ☃'],
  ])('%s is printed as it was typed', async (_, hostile) => {
    const outline = onePage(
      row('before', 'Before', 'first'),
      row('it', 'Answer', hostile),
      row('after', 'After', 'last'),
    )
    const pdf = await pdfOfApplication(outline, hostile.slice(0, 200))
    expect(firstLost(pdf.text, ['Before', 'first', 'Answer', hostile, 'After', 'last'])).toBeNull()
    expect(pdf).toMatchObject({ replaced: 0, standard: 'ua-1' })
  })

  test('labels with markup are printed as written', async () => {
    const label = '#let x = [*] $ "\\" <b> '.repeat(12)
    const items = [row('it', label, 'yes'), ticked('one', label, true), group('entry', label, row('two', label, ''))]
    const pdf = await pdfOfApplication(onePage(...items, row('after', label, 'last')))
    const expected = [label, 'yes', '[X]', label, label, label, 'Not answered', label, 'last']
    expect(firstLost(pdf.text, expected)).toBeNull()
  })

  test.each([
    ['Arabic', 'اسمي سامر حداد من بيروت'],
    ['Hebrew', 'שלום עולם'],
  ])('%s is drawn, word by word', async (_, answer) => {
    const pdf = await pdfOfApplication(onePage(row('it', 'Answer', answer)), answer)
    // Readers differ in the order in which they return the letters of a ligature.
    const letters = (text: string) => text.split(/\s+/).map((word) => [...tight(word)].sort().join(''))
    expect(letters(pdf.text)).toEqual(expect.arrayContaining(letters(answer)))
    expect(pdf).toMatchObject({ replaced: 0, standard: 'ua-1' })
  })

  test('Chinese is drawn, not written as numbers', async () => {
    const pdf = await pdfOfApplication(onePage(row('it', 'Answer', '王小明 from 北京')), '王小明')
    expect(firstLost(pdf.text, ['Answer', '王小明 from 北京'])).toBeNull()
    expect(pdf).toMatchObject({ replaced: 0, standard: 'ua-1' })
  })

  test('characters without a glyph are printed by number, counted, and mentioned on the first page', async () => {
    const pdf = await pdfOfApplication(onePage(row('it', 'Answer', 'I 𒀀 ꦄꦅꦆꦇ and 𐌰')), 'ꦄ 𒀀')
    expect(firstLost(pdf.text, ['I 𒀀', 'ꦄꦅꦆꦇ and 𐌰'])).toBeNull()
    expect(tight(pdf.text)).toContain(tight('6 characters of the application cannot be drawn'))
    expect(pdf).toMatchObject({ replaced: 6, standard: 'ua-1' })
  })

  test.each([
    ['a lone surrogate', 'a\ud83db', 'a[U+FFFD]b'],
    ['controls', 'a\0b\u0007c\u001bd\u009fe', 'abcde'],
    ['nothing but controls', '\0\u0007', '[U+0000 U+0007]'],
    ['direction marks', 'in\u202evoice\u2066\u200f', 'invoice'],
    ['private and missing code points', '\ue000\uffff\u{10ffff}', '[U+E000 U+FFFF U+10FFFF]'],
    ['stray marks and joiners', '\u0301a\u200db\ufe0f', 'b'],
  ])('a PDF with %s still meets PDF/UA-1', async (_, answer, printed) => {
    const pdf = await pdfOfApplication(onePage(row('it', 'Answer', answer)), answer)
    expect(firstLost(pdf.text, ['Answer', printed])).toBeNull()
    expect(pdf.standard).toBe('ua-1')
  })
})

test('if a glyph is missing, the PDF is made without the PDF/UA claim, but tagged', async () => {
  const rendered = createTypesetter({ fonts: { ...loadPdfFonts(), covers: () => true } }).application(
    contentOf(onePage(row('it', 'Answer', 'a 𒀀 b'))),
  )
  const pdf = await readPdf(rendered.pdf)
  expect(rendered.claim).toBe('none')
  expect(pdf).toMatchObject({ claim: 'none', marked: true })
  expect(pdf.text).toContain('Answer')
})

describe('an accessible PDF', () => {
  test('claims PDF/UA-1 and meets its requirements', async () => {
    const pdf = await pdfOfApplication(richOutline)
    expect(pdf.claim).toBe('1')
    expect(pdf.marked).toBe(true)
    expect(pdf.info).toMatchObject({
      Language: 'en-US',
      Title: 'Transfer Application: Zoë Papadopoúlou-Haddad, BSU-7KQ4-M2XD',
    })
    expect(pdf.preferences?.get('DisplayDocTitle')).toBe(true)
    expect(pdf.roles).toEqual(
      expect.arrayContaining([
        'H1',
        'H2',
        'H3',
        'Table',
        'Caption',
        'THead',
        'TH',
        'TD',
        'L',
        'LI',
        'Lbl',
        'LBody',
        'P',
      ]),
    )
  })

  test('has all content in its structure, without skipped heading levels', async () => {
    const { untagged, roles } = await pdfOfApplication(richOutline)
    expect(untagged).toBe(0)
    const levels = roles.flatMap((role) => (/^H\d$/.test(role) ? [Number(role[1])] : []))
    expect(levels.length).toBeGreaterThan(10)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  test('has a bookmark for every page and heading, in order', async () => {
    const headings = contentOf(richOutline).pages.flatMap(({ title, rows }) => [
      title,
      ...rows.flatMap((each) => (each.kind === 'heading' ? [each.title] : [])),
    ])
    expect((await pdfOfApplication(richOutline)).bookmarks).toEqual(['Contents', ...headings])
  })

  test('embeds every font, with the Unicode meaning of its glyphs', async () => {
    const { fonts } = await pdfOfApplication(richOutline)
    expect(fonts.named).toBeGreaterThan(3)
    expect(fonts).toEqual({ named: fonts.named, embedded: fonts.named, meaningful: fonts.named })
  })

  test('of an application without questions is still a PDF', async () => {
    const pdf = await pdfOfApplication({ pages: [] })
    expect(pdf).toMatchObject({ pages: 1, standard: 'ua-1' })
  })
})

test('a PDF is in the language of its reader, and says so', async () => {
  const undrawn =
    '{count} characters of the application cannot be drawn by the fonts of this copy. Each is shown by its Unicode number in brackets, for example {example}.'
  const texts = {
    Contents: 'Índice',
    'Page {number} of {pages}': 'Página {number} de {pages}',
    [undrawn]: { one: 'Un carácter: {example}', other: '{count} caracteres: {example}' },
  }
  const content = sayIn({ language: 'es', texts }, () => contentOf(richOutline, 'Zoë 𒀀𒀁'))
  const { pdf } = await renderer.renderPdf(content)
  const { text, running } = await readPdf(pdf)
  for (const words of ['Índice', '2 caracteres: 𒀀']) expect(text).toContain(words)
  expect(running[0]).toContain('Página 1 de 4')
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (es-US)')
})
