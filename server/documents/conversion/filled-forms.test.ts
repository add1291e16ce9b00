import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { openPdf } from './open-pdf.ts'
import { sanitizePdf } from './sanitize-pdf.ts'

/** The words of the pages of a converted form, drawn and not as fields, in two readers: PDFium and pdf.js. */
async function read(form: Uint8Array): Promise<readonly string[]> {
  const outcome = await sanitizePdf(form)
  if (!('pdf' in outcome)) throw new Error(JSON.stringify(outcome))
  const loading = getDocument({ data: Uint8Array.from(outcome.pdf), verbosity: 0 })
  const page = await (await loading.promise).getPage(1)
  const { items } = await page.getTextContent()
  expect(await page.getAnnotations()).toEqual([])
  await loading.destroy()
  const seen = (await openPdf(outcome.pdf))?.texts().join(' ') ?? ''
  return [seen, items.map((item) => ('str' in item ? item.str : '')).join(' ')].map(tight)
}
const tight = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\ufffe\u200b-\u200f]+/gu, '')

async function formOf(needsRedraw: boolean, fill: (pdf: PDFDocument, page: PDFPage) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([612, 792])
  const form = pdf.getForm().acroForm.dict
  fill(pdf, page)
  if (needsRedraw) form.set(PDFName.of('NeedAppearances'), PDFBool.True)
  return pdf.save({ updateFieldAppearances: false, useObjectStreams: false })
}
const booleans = [true, false]

describe('a tick', () => {
  /** How its program says that the second of three is on, and whether the reader has to be asked to draw it anew. */
  const variants: readonly [string, { V?: string; AS?: string; Opt?: boolean; onlyRedrawn?: true }][] = [
    ['value as a name', { V: '/MA', AS: 'MA' }],
    ['value as a text', { V: 'MA', AS: 'MA' }],
    ['value as a text with a slash', { V: '(/MA)', AS: 'MA' }],
    ['state alone', { AS: 'MA' }],
    ['a value that names no state', { V: '/Master', AS: 'MA' }],
    ['a value that is off', { V: '/Off', AS: 'MA' }],
    ['value as a name, no state', { V: '/MA' }],
    ['value as a text, no state', { V: 'MA' }],
    ['export value, no state', { V: 'Master', Opt: true }],
    ['export value and state', { V: 'Master', AS: 'MA', Opt: true }],
    ['a new value as a name, an old state', { V: '/MA', AS: 'Off', onlyRedrawn: true }],
    ['a new value as a text, an old state', { V: 'MA', AS: 'Off', onlyRedrawn: true }],
    ['a new export value, an old state', { V: 'Master', AS: 'Off', Opt: true, onlyRedrawn: true }],
  ]
  const states = ['BA', 'MA', 'PhD']
  const cases = variants.flatMap(([name, how]) => booleans.map((needsRedraw) => ({ name, needsRedraw, how })))
  test.each(cases)(
    'of radio buttons and of check boxes, $name, to be redrawn: $needsRedraw',
    async ({ how, needsRedraw }) => {
      const add = (pdf: PDFDocument, page: PDFPage, flags: object, top: number) => {
        const { context } = pdf
        const value =
          how.V && (how.V.startsWith('/') ? PDFName.of(how.V.slice(1)) : PDFString.of(how.V.replace(/[()]/g, '')))
        const entries = { FT: 'Btn', T: PDFString.of(`degree ${top}`), ...flags, ...(value && { V: value }) }
        const exported = how.Opt ? { Opt: ['Bachelor', 'Master', 'Doctor'].map((each) => PDFString.of(each)) } : {}
        const group = context.obj({ ...entries, ...exported, Kids: [] })
        const groupRef = context.register(group)
        for (const [index, state] of states.entries()) {
          const AS = how.AS === undefined ? {} : { AS: index === 1 ? how.AS : 'Off' }
          const appearance = {
            N: { [state]: drawn(pdf, `${state} on`), Off: drawn(pdf, `${state} off`) },
          }
          const place = { Rect: [72, top - index * 50, 172, top + 30 - index * 50], F: 4 }
          const widget = { Type: 'Annot', Subtype: 'Widget', ...place, ...AS, AP: appearance, Parent: groupRef }
          const ref = context.register(context.obj(widget))
          group.lookup(PDFName.of('Kids'), PDFArray).push(ref)
          page.node.addAnnot(ref)
        }
        pdf.getForm().acroForm.addField(groupRef)
      }
      const form = await formOf(needsRedraw, (pdf, page) => {
        add(pdf, page, { Ff: 1 << 15 }, 600) // radio buttons
        add(pdf, page, {}, 300)
      })
      const seen = `BAoffMA${needsRedraw || !how.onlyRedrawn ? 'on' : 'off'}PhDoff`
      expect(await read(form)).toEqual([seen + seen, seen + seen])
    },
  )
  test.each(booleans)('that was never drawn is drawn, to be redrawn: %s', async (needsRedraw) => {
    const form = await formOf(needsRedraw, (pdf, page) => {
      for (const [index, state] of ['Yes', 'Off'].entries()) {
        const place = { Rect: [72, 600 - index * 50, 92, 620 - index * 50], F: 4 }
        const field = { FT: 'Btn', T: PDFString.of(state), V: state, AS: state, MK: { CA: PDFString.of('8') } }
        const ref = pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype: 'Widget', ...place, ...field }))
        page.node.addAnnot(ref)
        pdf.getForm().acroForm.addField(ref)
      }
    })
    expect(await read(form)).toEqual(['✘', '✘'])
  })
})

const scripts: Readonly<Record<string, string>> = {
  English: 'Grace Hopper',
  Czech: 'Žofie Dvořáková',
  Polish: 'Łukasz Świątek',
  Turkish: 'Çağrı Işık',
  Vietnamese: 'Nguyễn Thị Hồng Ngọc',
  Greek: 'Νίκος Παπαδόπουλος',
  Ukrainian: 'Олена Гаврилюк',
  Georgian: 'ნინო ბერიძე',
  Armenian: 'Անի Սարգսյան',
  Thai: 'สมชาย ใจดี',
  Amharic: 'ሰላም ተስፋዬ',
  Hebrew: 'שרה לוי',
  Arabic: 'سارة محمد',
  'a sign': 'B+ (3.7) € – “yes”',
  Chinese: '王小明',
  Japanese: '東京都 ひらがな',
  Korean: '대한민국',
}
/** Right-to-left text is read in the order in which each reader sorts it, so its letters are compared sorted. */
const inAnyOrder = (text: string) => [...tight(text)].toSorted().join('')

describe('a text', () => {
  const looks: Readonly<Record<string, { entries: object; stale: boolean; needsRedraw: boolean }>> = {
    'never drawn': { entries: {}, stale: false, needsRedraw: false },
    'to be drawn': { entries: { DA: PDFString.of('/Helv 0 Tf 0 g') }, stale: false, needsRedraw: true },
    'with an old drawing': { entries: { Q: 1 }, stale: true, needsRedraw: true },
    'in several lines': { entries: { Ff: 1 << 12 }, stale: true, needsRedraw: true },
    'one letter to a cell': { entries: { Ff: 1 << 24, MaxLen: 24 }, stale: true, needsRedraw: true },
    'in a list': { entries: { FT: 'Ch', Ff: 1 << 17 }, stale: true, needsRedraw: true },
  }
  // Those of a script that are drawn anew are fields of one form: each form is read and compared as a whole.
  const cases = Object.entries(scripts).flatMap(([script, value]) =>
    booleans.map((needsRedraw) => {
      const fields = Object.entries(looks).filter(([, look]) => look.needsRedraw === needsRedraw)
      return { script, value, needsRedraw, looks: fields.map(([look]) => look).join('; '), fields }
    }),
  )
  test.each(cases)('in $script, to be redrawn: $needsRedraw', async ({ value, needsRedraw, looks: each, fields }) => {
    const form = await formOf(needsRedraw, (pdf, page) => {
      for (const [index, [, { entries, stale }]] of fields.entries())
        addText(pdf, page, index, { V: PDFHexString.fromText(value), ...entries }, stale ? 'old' : undefined)
    })
    const all = inAnyOrder(value.repeat(fields.length))
    expect((await read(form)).map(inAnyOrder), each).toEqual([all, all])
  })
  test.each([
    ['tabs and line breaks', 'One\tline\r\nand another\rand a third', 1 << 12, '12'],
    ['line breaks where one line is expected', 'One\nTwo', 0, '12'],
    [
      'much more than its field holds',
      Array.from({ length: 60 }, (_, n) => `Course ${n} is listed here.`).join(' '),
      1 << 12,
      '12',
    ],
    ['the same word in each line', Array(4).fill('none').join('\n'), 1 << 12, '12'],
    ['a long line where one line is expected', 'A very long name that no field holds '.repeat(5), 0, '12'],
    ['a word wider than its field', 'https://registrar.example/'.padEnd(200, 'x'), 1 << 12, '0'],
  ])('with %s is inside its field', async (_, value, Ff, size) => {
    const DA = PDFString.of(`/Helv ${size} Tf 1 0 0 rg`)
    const form = await formWith({ V: PDFHexString.fromText(value), Ff, DA }, true, true)
    expect(await read(form)).toEqual([tight(value), tight(value)])
    const outcome = await sanitizePdf(form)
    const [inside] = await redIn('pdf' in outcome ? outcome.pdf : form)
    expect(inside).toBeGreaterThan(20)
  })
  test('has the size and the color that its form says', async () => {
    const heights = []
    for (const size of [10, 20]) {
      const DA = PDFString.of(`/Helv ${size} Tf 1 0 0 rg`)
      const outcome = await sanitizePdf(await formWith({ V: PDFString.of('HHHH'), DA }, true, true))
      const [red, height] = await redIn('pdf' in outcome ? outcome.pdf : Buffer.of())
      expect(red).toBeGreaterThan(20)
      heights.push(height)
    }
    const [small = 0, large = 0] = heights
    expect(large / small).toBeGreaterThan(1.6)
    expect(large / small).toBeLessThan(2.4)
  })
  test('that a script formatted stays as it is', async () => {
    const form = await formWith({ V: PDFString.of('1234') }, true, false, '$1,234.00')
    expect(await read(form)).toEqual(['$1,234.00', '$1,234.00'])
  })
  test.each([
    ['is drawn anew where the form asks for it', true],
    ['stays as it is where the form does not', false],
  ])('that is written from right to left, which few programs draw in its order, %s', async (_, needsRedraw) => {
    const V = PDFHexString.fromText('שלום')
    const form = await formOf(needsRedraw, (pdf, page) => {
      const widget = { Type: 'Annot', Subtype: 'Widget', Rect: [72, 600, 372, 660], F: 4, T: PDFString.of('field') }
      const letters = pdf.context.register(pdf.context.stream(HEBREW))
      const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', ToUnicode: letters }
      const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 60], Resources: { Font: { F: font } } }
      const N = pdf.context.register(pdf.context.stream('BT /F 12 Tf 4 8 Td (ABCD) Tj ET', entries))
      const ref = pdf.context.register(pdf.context.obj({ FT: 'Tx', ...widget, V, AP: { N } }))
      page.node.addAnnot(ref)
      pdf.getForm().acroForm.addField(ref)
    })
    const outcome = await sanitizePdf(form)
    expect(await hasFonts('pdf' in outcome ? outcome.pdf : form)).toBe(needsRedraw)
  })
  test('stays as it is drawn if that shows its value, in whatever font', async () => {
    const form = await formWith({ V: PDFString.of('Grace') }, true, true, 'Grace')
    const outcome = await sanitizePdf(form)
    expect(await hasFonts('pdf' in outcome ? outcome.pdf : form)).toBe(false)
    expect(await read(form)).toEqual(['Grace', 'Grace'])
  })
})

describe('a form that another program filled in', () => {
  test.each([
    ['pypdf, to be redrawn', 'filled-by-pypdf.pdf'],
    ['pypdf, drawn by it and cut off', 'drawn-by-pypdf.pdf'],
  ])('%s', async (_, file) => {
    const form = readFileSync(new URL(`./fixtures/${file}`, import.meta.url))
    const texts = await read(form)
    for (const value of ['Žofie Dvořáková', 'Přijata\t2026', 'Svědectví: ano'])
      for (const text of texts) expect(text).toContain(tight(value))
    for (const text of texts) for (const letter of '2026-11-27') expect(text).toContain(letter)
    const outcome = await sanitizePdf(form)
    const page = (await openPdf('pdf' in outcome ? outcome.pdf : form))?.render(0, noChange)
    /** Dark pixels in the middle of a widget, by its lower left corner. */
    const isTicked = (x: number, y: number) =>
      [...Array(49).keys()].some((each) => {
        const [across, down] = [Math.round(((x + 10) * 50) / 72) - 3, Math.round(((300 - y - 10) * 50) / 72) - 3]
        const at = ((down + Math.floor(each / 7)) * (page?.width ?? 0) + across + (each % 7)) * 4
        return (page?.pixels[at] ?? 255) < 100
      })
    const ticks = [20, 60, 100].map((x) => isTicked(x, 250))
    expect([ticks, isTicked(20, 210), isTicked(60, 210)]).toEqual([[false, true, false], true, false])
  })
})

/** What was filled in, by the languages in the names of the files: two ticks of three, and the second of three choices. */
const filledIn: Readonly<Record<string, readonly string[]>> = {
  czech: ['Žofie Dvořáková', 'Přijata 2026', 'Svědectví: ano'],
  greek: ['Ευφροσύνη Παπαϊωάννου', 'Αθήνα 2026', 'Ναι, το υπογράφω'],
  ukrainian: ['Олександра Ґудзь', 'Київ 2026', 'Так, підписую'],
  hebrew: ['נעה בן־ארי', 'תל אביב', 'כן'],
  chinese: ['王小明', '北京 2026', '是的'],
  english: ["Aisling O'Hara-Smith", 'Cork (County) 50%', 'Yes & no'],
}

/**
 * Forms by reportlab 5.1 and PyMuPDF 2.0, filled in by pypdf 7.1, PyMuPDF and pikepdf 10.18, drawn by them or to be drawn by
 * the reader. What pypdf draws of letters that its font lacks is question marks, which it calls the letters.
 */
const others: Readonly<Record<string, string>> = JSON.parse(
  gunzipSync(readFileSync(new URL('./fixtures/filled-by-others.json.gz', import.meta.url))).toString(),
)
test.each(Object.entries(others))('nothing is lost of %s', async (name, bytes) => {
  const form = Buffer.from(bytes, 'base64')
  const [seen = '', other = ''] = await read(form)
  const values = filledIn[name.split('-')[2] ?? ''] ?? ['of no language']
  for (const value of values) expect(seen).toContain(tight(value))
  // Without the maps of East Asia pdf.js cannot read a font of PyMuPDF's, and words from the right are in another order.
  if (!name.includes('pymupdf-chinese')) expect([...other]).toEqual(expect.arrayContaining([...tight(values.join(''))]))
  const outcome = await sanitizePdf(form)
  const page = (await openPdf('pdf' in outcome ? outcome.pdf : form))?.render(0, noChange)
  if (!page) throw new Error('It cannot be read.')
  /** Whether more than a frame is dark in the middle of a widget, by its lower left corner. */
  const isTicked = (x: number, y: number) => {
    const [across, down] = [Math.round(((x + 10) * 50) / 72) - 4, Math.round(((310 - y) * 50) / 72) - 4]
    const dark = [...Array(81).keys()].filter(
      (at) => (page.pixels[((down + Math.floor(at / 9)) * page.width + across + (at % 9)) * 4] ?? 255) < 110,
    )
    return dark.length > 3
  }
  const [ticks, choices] = [120, 80].map((y) => [20, 60, 100].map((x) => isTicked(x, y)))
  expect({ ticks, choices }).toEqual({ ticks: [false, true, true], choices: [false, true, false] })
})

/** Whether a PDF has a font of its own, as what is drawn anew has. */
async function hasFonts(pdf: Uint8Array): Promise<boolean> {
  const { context } = await PDFDocument.load(pdf)
  return context
    .enumerateIndirectObjects()
    .some(([, each]) => each instanceof PDFDict && each.keys().some((key) => key.decodeText().startsWith('FontFile')))
}

/** The Latin letters A to D mean these Hebrew ones, in the order in which they are read. */
const HEBREW = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
4 beginbfchar <41> <05E9> <42> <05DC> <43> <05D5> <44> <05DD> endbfchar endcmap end end`

const noChange = { without: [], covered: [], states: [] }

/** A stream that draws this text. */
function drawn(pdf: PDFDocument, text: string) {
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 30], Resources: { Font: { F: font } } }
  return pdf.context.register(pdf.context.stream(`BT /F 12 Tf 4 8 Td (${text}) Tj ET`, entries))
}

/** A form with one field, 300 by 60 points large. */
const formWith = (entries: object, stale: boolean, needsRedraw: boolean, drawing = 'old') =>
  formOf(needsRedraw, (pdf, page) => addText(pdf, page, 1, entries, stale ? drawing : undefined))

/** Adds a field of that size, the first at the top of the page, with what was drawn in it. */
function addText(pdf: PDFDocument, page: PDFPage, index: number, entries: object, drawing?: string): void {
  const bottom = 700 - 100 * index
  const place = { Rect: [72, bottom, 372, bottom + 60], F: 4, T: PDFString.of(`field ${index}`) }
  const appearance = drawing === undefined ? {} : { AP: { N: drawn(pdf, drawing) } }
  const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Tx', ...place, ...appearance, ...entries }
  const ref = pdf.context.register(pdf.context.obj(widget))
  page.node.addAnnot(ref)
  pdf.getForm().acroForm.addField(ref)
}

/** How many red pixels the first page has inside that field, and the height that they take; none may be outside. */
async function redIn(pdf: Uint8Array): Promise<readonly [number, number]> {
  const page = (await openPdf(pdf))?.render(0, noChange)
  if (!page) throw new Error('It cannot be read.')
  const rows = new Set<number>()
  let red = 0
  for (let at = 0; at < page.pixels.length; at += 4) {
    const [blue = 0, , light = 0] = page.pixels.subarray(at, at + 3)
    if (light - blue < 40) continue
    const [x, y] = [((at / 4) % page.width) * 1.44, 792 - Math.floor(at / 4 / page.width) * 1.44]
    expect({ x, y, isInside: x >= 70 && x <= 374 && y >= 598 && y <= 663 }).toMatchObject({ isInside: true })
    rows.add(y)
    red += 1
  }
  return [red, rows.size]
}
