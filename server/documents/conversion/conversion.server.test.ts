import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { docxOf, emptyPdf, lockedPdf, pdfOf, zipOf } from '../../testing/sample-files/index.ts'
import { createConverter, refusals } from './index.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8090a0' } })
const part = (name: string, content: string | Uint8Array, claims?: number) => ({
  name,
  content,
  ...(claims ? { claims } : {}),
})
/** 80 MB of one letter, in a file of 80 KB. */
const large = 'x'.repeat(80 * 1024 ** 2)

describe('the whole conversion, in its own process', () => {
  const converter = createConverter(undefined)
  afterAll(() => converter.close())

  test.each([
    ['a PNG', async () => photo(600, 400).png().toBuffer()],
    ['a progressive JPEG', async () => photo(600, 400).jpeg({ progressive: true }).toBuffer()],
    ['a PDF', () => pdfOf('Hello')],
    ['a PDF with something drawn on its page, which two readers compare', stampedPdf],
    ['a PDF form in Greek, drawn with the fonts of the product', greekForm],
    ['a PDF that opens with an empty password', () => lockedPdf('')],
    [
      'a PDF after a line from a printer',
      async () => Buffer.concat([Buffer.from(`@PJL ENTER LANGUAGE = PDF\n${' '.repeat(900)}`), await pdfOf('Hello')]),
    ],
  ])('%s becomes a PDF of one page', async (_, sample) => {
    const outcome = await converter.convert(await sample())
    expect(outcome).toHaveProperty('pdf')
    const made = await PDFDocument.load('pdf' in outcome ? outcome.pdf : '')
    expect(made.getPageCount(), proves('1.documents.2')).toBe(1)
  })
  test('300 pages are accepted', async () => {
    expect(await converter.convert(await pdfOf('Hello', 300))).toHaveProperty('pdf')
  })

  const refused: readonly [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
    ['text under any name', () => Buffer.from('Hello'), refusals.unknownType],
    ['a GIF under the name of a PNG', () => photo(9, 9).gif().toBuffer(), refusals.otherPicture],
    ['a WebP', () => photo(9, 9).webp().toBuffer(), refusals.otherPicture],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      refusals.unknownType,
    ],
    ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), refusals.unknownType],
    ['a pixel bomb: 900 megapixels in 100 KB', pixelBomb, refusals.hugeImage],
    ['half a JPEG', async () => (await noisy()).subarray(0, 2000), refusals.brokenImage],
    ['a PDF with a password', () => lockedPdf('secret'), refusals.lockedPdf],
    ['a PDF without a page', emptyPdf, refusals.emptyPdf],
    [
      'a PDF that begins after its first kilobyte',
      async () => Buffer.concat([Buffer.alloc(1_024, ' '), await pdfOf('Hello')]),
      refusals.unknownType,
    ],
    ['a PDF whose drawing inflates to 80 MB', swollenPdf, refusals.tooLong],
    ['a PDF of 301 pages', () => pdfOf('Hello', 301), refusals.tooManyPages],
    ['a PDF that breaks off', async () => (await pdfOf('Hello', 9)).subarray(0, 300), refusals.brokenPdf],
    ['the first line of a PDF', () => Buffer.from('%PDF-1.7\n'), refusals.brokenPdf],
    ['a zip bomb as a docx', () => docxOf(['Hello'], { parts: [part('word/media/a.xml', large)] }), refusals.hugeWord],
    [
      'a zip bomb whose directory lies',
      () => docxOf(['Hello'], { parts: [part('word/a.xml', large, 9)] }),
      refusals.brokenWord,
    ],
    [
      'a docx of 3000 parts',
      () => docxOf(['Hello'], { parts: Array.from({ length: 3000 }, (_, n) => part(`a${n}`, 'x')) }),
      refusals.hugeWord,
    ],
    [
      'entities that grow without end',
      () =>
        docxOf(['Hello'], {
          parts: [part('word/styles.xml', '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaa">]><x/>')],
        }),
      refusals.brokenWord,
    ],
    ['a docx that breaks off', () => docxOf(['Hello'.repeat(500)]).subarray(0, 900), refusals.brokenWord],
    ['a docx where there is no LibreOffice', () => docxOf(['Hello']), refusals.noWord],
    ['another kind of zip', () => zipOf([part('a.txt', 'x')]), refusals.unknownType],
    ['an old Word file', () => Buffer.concat([oldOffice, Buffer.alloc(4096)]), refusals.oldWord],
    [
      'a Word file with a password',
      () =>
        Buffer.concat([oldOffice, Buffer.alloc(1024), Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(99)]),
      refusals.lockedWord,
    ],
    ['an AVIF under the name of a JPEG', () => photo(9, 9).avif().toBuffer(), refusals.heicPhoto],
    [
      'a photo of an iPhone',
      () =>
        Buffer.concat([
          Buffer.from('00000018667479706865696300000000', 'hex'),
          Buffer.from('mif1heic'),
          Buffer.alloc(99),
        ]),
      refusals.heicPhoto,
    ],
    ['a rich text', () => Buffer.from('{\\rtf1\\ansi Hello}'), refusals.otherDocument],
  ]
  test.each(refused)('%s is refused with a sentence that says what to do', async (_, made, sentence) => {
    expect(await converter.convert(await made())).toEqual({ refused: sentence })
  })
})

async function stampedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Stamped'))
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 99, 99] }
  const drawing = pdf.context.register(pdf.context.stream('0 0 99 99 re f', entries))
  const stamp = { Type: 'Annot', Subtype: 'Stamp', Rect: [72, 72, 171, 171], F: 4, AP: { N: drawing } }
  pdf.getPage(0).node.addAnnot(pdf.context.register(pdf.context.obj(stamp)))
  return pdf.save()
}

async function greekForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Form'))
  const field = pdf.getForm().createTextField('name')
  field.addToPage(pdf.getPage(0), { x: 72, y: 600 })
  field.acroField.setValue(PDFHexString.fromText('Νίκος'))
  return pdf.save({ updateFieldAppearances: false })
}

const oldOffice = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A PDF of 80 KB whose drawing is so long that rendering it would need far too much memory. */
async function swollenPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const drawing = pdf.context.flateStream(large)
  pdf.addPage([612, 792]).node.set(PDFName.Contents, pdf.context.register(drawing))
  return pdf.save()
}

/** A PNG that is small until it is decoded, built by hand because every tool refuses to make it. */
function pixelBomb(): Uint8Array {
  const side = 30_000
  const chunk = (name: string, content: Uint8Array) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    const named = Buffer.concat([Buffer.from(name), content])
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0], 8) // one bit per pixel, gray
  const rows = deflateSync(Buffer.alloc((1 + side / 8) * side))
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const noisy = () =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  })
    .jpeg()
    .toBuffer()
