import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { armedPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { notesIn } from './draw-widget.ts'
import { refusals } from './outcome.ts'
import { processFile } from './process-file.ts'
import { sanitizePdf } from './sanitize-pdf.ts'
import { losesNotes } from './second-look.ts'

/** A page with a circle or a signature on it that has a drawing of its own. */
async function noted(entries: object, change: (page: PDFPage) => void = () => {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Noted', 2))
  const page = pdf.getPage(1)
  const drawing = pdf.context.stream('1 0 0 rg 0 0 99 40 re f', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 99, 40],
  })
  const note = { Type: 'Annot', Rect: [72, 72, 171, 112], F: 4, AP: { N: pdf.context.register(drawing) } }
  page.node.addAnnot(pdf.context.register(pdf.context.obj({ ...note, ...entries })))
  change(page)
  return pdf.save({ updateFieldAppearances: false })
}
const circle = { Subtype: 'Circle' }
const signature = { Subtype: 'Widget', FT: 'Sig' }
const notesOf = async (pdf: Uint8Array) => notesIn(await PDFDocument.load(pdf))

test('what lies on a page is found, and the fields of a form are not, because their values are compared', async () => {
  expect(await notesOf(await noted(circle))).toEqual([{ page: 1, place: [72, 72, 171, 112] }])
  expect(await notesOf(await noted(signature))).toHaveLength(1)
  for (const other of [
    { Subtype: 'Widget', FT: 'Tx' },
    { Subtype: 'Popup', AP: {} },
    { ...circle, F: 2 },
    { ...circle, AP: {} },
  ])
    expect(await notesOf(await noted(other))).toEqual([])
})
test.each([
  ['a circle', circle],
  ['a signature', signature],
])('%s that is gone is missed by pdf.js, and one that is drawn into the page is not', async (_, entries) => {
  const before = await noted(entries)
  const without = await noted(entries, (page) => page.node.delete(PDFName.of('Annots')))
  const drawn = await noted(entries, (page) => {
    page.node.delete(PDFName.of('Annots'))
    page.drawRectangle({ x: 72, y: 72, width: 99, height: 40 })
  })
  const results = [before, without, drawn].map(async (after) => losesNotes(before, after, await notesOf(before)))
  expect(await Promise.all(results)).toEqual([false, true, false])
})
test('a popup with a drawing of its own, which only some readers show, stays what it was', async () => {
  const before = await noted({ Subtype: 'Popup', Open: true })
  const outcome = await sanitizePdf(before)
  if (!('pdf' in outcome)) throw new Error(outcome.toString())
  expect(await notesOf(before)).toHaveLength(1)
  expect(await losesNotes(before, outcome.pdf, await notesOf(before))).toBe(false)
})
test.each([
  ['a circle', circle],
  ['a signature', signature],
])('%s stays on a page whose own drawing ends within a text', async (_, entries) => {
  const before = await noted(entries, (page) => {
    const { context } = page.doc
    page.node.set(PDFName.Contents, context.register(context.stream('q BT 72 700 Td .1.2.3 (')))
  })
  const outcome = await sanitizePdf(before)
  if (!('pdf' in outcome)) throw new Error(outcome.toString())
  expect(await losesNotes(before, outcome.pdf, await notesOf(before))).toBe(false)
})

/** A page with a red circle in front of the text, whose object the table of objects does not list. */
function unlistedCircle(): Buffer {
  const stream = (entries: string, drawing: string) =>
    `<< ${entries} /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [5 0 R] >>',
    stream('', '0 0 1 rg 72 700 99 40 re f'),
    '<< /Type /Annot /Subtype /Circle /Rect [72 72 171 112] /F 4 /AP << /N 6 0 R >> >>',
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 99 40]',
      '4 w 1 0 0 RG 98 20 m 98 46 2 46 2 20 c 2 -6 98 -6 98 20 c S',
    ),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return index === 4 ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 7\n0000000000 65535 f \n${places.join('')}trailer\n<< /Root 1 0 R /Size 7 >>\n`
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`)
}
test('a red circle that one reader does not find is not lost in silence', async () => {
  const before = unlistedCircle()
  expect(await notesOf(before)).toHaveLength(1)
  expect(await sanitizePdf(before)).toEqual({ refused: refusals.changedPdf })
})

const behind = (junk: string | Buffer, pdf: Uint8Array) => Buffer.concat([Buffer.from(junk), pdf])
const processed = (bytes: Uint8Array) => processFile({ bytes, words: '' })

describe('a PDF that begins within the first 1,024 bytes', () => {
  test.each([
    ['after spaces', ' '.repeat(1016)],
    ['at the last place where it may', 'x'.repeat(1019)],
    ['after the words of a program', 'AFPL Ghostscript 8.53: could not open\r\n'],
    ['after the headers of a mail', 'Content-Type: application/pdf\r\n\r\n'],
    ['after the first bytes of a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['after zeros', Buffer.alloc(512)],
  ])('is converted %s', async (_, junk) => {
    const reply = await processed(behind(junk, await pdfOf('Hello', 2)))
    if (!('pdf' in reply)) throw new Error(JSON.stringify(reply))
    expect(Buffer.from(reply.pdf).toString('latin1', 0, 5)).toBe('%PDF-')
    expect((await PDFDocument.load(reply.pdf)).getPageCount()).toBe(2)
  })
  test('loses its scripts, and what was in front of it, as every other', async () => {
    const reply = await processed(behind('<script>alert(1)</script>\n', await armedPdf()))
    const text = 'pdf' in reply ? Buffer.from(reply.pdf).toString('latin1') : '<script'
    expect(text).not.toMatch(/<script|JavaScript|Launch|EmbeddedFile/)
  })
  test('is not looked for further on', async () => {
    expect(await processed(behind('x'.repeat(1020), await pdfOf('Hello')))).toEqual({ refused: refusals.unknownType })
  })
})
