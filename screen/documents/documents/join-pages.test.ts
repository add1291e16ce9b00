// @vitest-environment happy-dom
import { degrees, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileLimits } from '../../../api/browser.ts'
import type { DraftPage } from '../../fields/index.ts'
import { given } from '../../parts/index.ts'
import { countPdfPages } from './count-pdf-pages.ts'
import { draftPages } from './create-preparation.ts'
import { joinPages } from './join-pages.ts'

const MB = 1_048_576
const { signal } = new AbortController()
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#17566a' } })
const jpeg = async (name: string, width: number, height: number, orientation = 1) =>
  new File([new Uint8Array(await picture(width, height).jpeg().withMetadata({ orientation }).toBuffer())], name)
const png = async (name: string, width: number, height: number) =>
  new File([new Uint8Array(await picture(width, height).png().toBuffer())], name)
const pdf = async (name: string, widths: readonly number[], change = (_: PDFDocument) => {}) => {
  const document = await PDFDocument.create()
  for (const width of widths) document.addPage([width, 500]).drawText('Scores')
  change(document)
  return new File([new Uint8Array(await document.save())], name)
}

/** A browser that reads real pictures, and whose JPEGs take this many bytes per pixel. */
let drawn: [pixels: number, quality: number | undefined][]
let bytesPerPixel = 0.1
beforeEach(async () => {
  drawn = []
  bytesPerPixel = 0.1
  const small = await picture(30, 20).jpeg().toBuffer()
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    const { autoOrient } = await sharp(await file.arrayBuffer()).metadata()
    return { ...autoOrient, close: () => {} }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    say,
    _,
    quality,
  ) {
    const pixels = this.width * this.height
    drawn.push([pixels, quality])
    say(new Blob([small, new Uint8Array(Math.max(0, Math.round(pixels * bytesPerPixel) - small.length))]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const drafted = (...files: readonly File[]) => {
  let id = 0
  const nextId = () => {
    id += 1
    return id
  }
  return draftPages(files, fileLimits, nextId, signal)
}
const joined = async (pages: readonly DraftPage[], bytes = MB) => {
  const result = await joinPages(pages, bytes, signal)
  return result && { bytes: result.length, pdf: await PDFDocument.load(result) }
}
const shapes = (pdf?: PDFDocument) =>
  pdf?.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight()), page.getRotation().angle])
const pictures = (pdf?: PDFDocument) =>
  pdf?.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.dict] : []))
    .filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
    .map((dict) => [String(dict.get(PDFName.of('Width'))), String(dict.get(PDFName.of('Filter')))])

test('pictures become letter pages as they are, in their order and turned', async () => {
  const { pages } = await drafted(await jpeg('wide.jpg', 300, 200), await png('tall.png', 200, 301))
  const [wide, tall] = pages
  if (!wide || !tall) throw new Error('Two pages are missing.')
  const result = await joined([tall, { ...wide, turn: 270 }])
  expect(shapes(result?.pdf)).toEqual([
    [612, 792, 0],
    [792, 612, 270],
  ])
  expect([pictures(result?.pdf), drawn]).toEqual([
    [
      ['200', '/FlateDecode'],
      ['300', '/DCTDecode'],
    ],
    [],
  ])
})

test('a photo that only its notes turn upright is drawn upright', async () => {
  const { pages } = await drafted(await jpeg('photo.jpg', 300, 200, 6))
  expect(pages[0]?.size).toEqual([200, 300])
  const result = await joined(pages)
  expect(drawn).toEqual([[60_000, 0.9]])
  expect(shapes(result?.pdf)?.length).toBe(1)
})

test('pages of a PDF keep their size, and their own turn is added to', async () => {
  const turnedPdf = await pdf('scores.pdf', [300, 310], (document) => document.getPage(1).setRotation(degrees(270)))
  const { pages } = await drafted(turnedPdf, await png('back.png', 20, 30))
  expect(pages.map(({ ofPdf }) => ofPdf)).toEqual([{ number: 1, count: 2 }, { number: 2, count: 2 }, undefined])
  const [first, second, back] = pages
  if (!first || !second || !back) throw new Error('Three pages are missing.')
  const result = await joined([{ ...second, turn: 90 }, back, { ...first, turn: 180 }])
  expect(shapes(result?.pdf)).toEqual([
    [310, 500, 0],
    [612, 792, 0],
    [300, 500, 180],
  ])
})

test('photos are made smaller together until they fit, but never below what can be read', async () => {
  const large = async (name: string) => Object.defineProperty(await jpeg(name, 4000, 3000), 'size', { value: 3 * MB })
  const { pages } = await drafted(await large('1.jpg'), await large('2.jpg'), await large('3.jpg'))
  bytesPerPixel = 0.15
  const result = await joined(pages)
  expect(result?.bytes).toBeLessThanOrEqual(MB)
  expect(result?.bytes).toBeGreaterThan(900_000)
  expect(drawn.slice(-3).map(([pixels]) => Math.round(pixels / 1e5))).toEqual([21, 21, 21])
  bytesPerPixel = 0.2
  expect(await joined(pages)).toBeUndefined()
  for (const [pixels] of drawn) expect(pixels).toBeGreaterThanOrEqual(1275 * 1650)
})

test('PDFs that are too large together are refused', async () => {
  const { pages } = await drafted(await pdf('1.pdf', [300]), await pdf('2.pdf', [300]))
  expect(await joined(pages, 500)).toBeUndefined()
})

test('files that cannot be pages are left out, each with its reason', async () => {
  const form = await pdf(
    'form.pdf',
    [300],
    (document) => void document.getForm().createTextField('name').addToPage(document.getPage(0)),
  )
  const layers = await pdf('layers.pdf', [300], (document) =>
    document.catalog.set(PDFName.of('OCProperties'), PDFDict.withContext(document.context)),
  )
  const locked = await pdf('locked.pdf', [300], (document) => document.encrypt({ userPassword: 'larch' }))
  const good = await png('good.png', 20, 30)
  const { pages, refused } = await drafted(
    new File(['x'], 'letter.docx'),
    new File(['x'], 'notes.txt'),
    new File([], 'empty.png'),
    new File(['x'], 'damaged.pdf'),
    new File(['x'], 'damaged.jpg'),
    form,
    layers,
    locked,
    good,
    Object.defineProperty(await pdf('large.pdf', [300]), 'size', { value: MB + 1 }),
  )
  expect(pages.map(({ file }) => file.name)).toEqual(['good.png'])
  expect(refused).toEqual([
    `${given('letter.docx')} was not added. A Word document can’t be joined with other files. Save it as a PDF, or attach it alone.`,
    `${given('notes.txt')} was not added. You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx`,
    `${given('empty.png')} was not added. Your file is empty. Please upload a non-empty file.`,
    `${given('damaged.pdf')} was not added. This PDF cannot be opened. Please try another file.`,
    `${given('damaged.jpg')} was not added. This picture cannot be opened. Please try another file.`,
    expect.stringMatching(/^\u2068form\.pdf\u2069 was not added\. A form or a PDF with layers/),
    expect.stringMatching(/^\u2068layers\.pdf\u2069 was not added\. A form or a PDF with layers/),
    expect.stringMatching(/^\u2068locked\.pdf\u2069 was not added\. This PDF is protected with a password/),
    `${given('large.pdf')} was not added. Your file is too large. The maximum file size is 1 MB.`,
  ])
  expect(await countPdfPages(await pdf('two.pdf', [1, 2]))).toBe(2)
})
