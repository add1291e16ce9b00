import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFPage, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { armedPdf, layeredPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { sanitizePdf } from './sanitize-pdf.ts'

async function clean(bytes: Uint8Array) {
  const outcome = await sanitizePdf(bytes)
  if (!('pdf' in outcome)) throw new Error('It was refused.')
  const pdf = await PDFDocument.load(outcome.pdf, { updateMetadata: false })
  const everything = pdf.context.enumerateIndirectObjects().map(([, object]) => object.toString())
  return { pdf, everything: everything.join('\n') }
}

test('active content of a PDF is removed, and its pages, web and mail links and form entries are kept', async () => {
  const armed = await armedPdf()
  expect(Buffer.from(armed).toString('latin1')).toMatch(/JavaScript[\s\S]*Launch|Launch[\s\S]*JavaScript/)
  const { pdf, everything } = await clean(armed)
  expect(pdf.getPageCount()).toBe(2)
  for (const word of [
    'JavaScript',
    'Launch',
    'SubmitForm',
    'GoToR',
    'EmbeddedFile',
    'RichMedia',
    'FileAttachment',
    'evil',
    'file:',
    'OpenAction',
    '/AA',
    '/JS',
    '/Widget',
    'AcroForm',
    '/Next',
  ])
    expect({ word, found: everything.includes(word) }).toEqual({ word, found: false })
  const addresses = notesOf(pdf).map((note) => {
    const action = note.lookup(PDFName.of('A'))
    const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined
    return address instanceof PDFString ? address.decodeText() : action instanceof PDFDict ? 'page' : 'nothing'
  })
  expect(addresses.filter((each) => each !== 'nothing')).toEqual([
    'https://good.example/',
    'mailto:good@mail.example',
    'page',
  ])
  // Text that was typed into the form is part of the page's own drawing.
  expect(everything).toContain('FlatWidget')
})
test('a link to a page leads to that page of the new document', async () => {
  const { pdf } = await clean(await armedPdf())
  const targets = notesOf(pdf).flatMap((note) => {
    const action = note.lookup(PDFName.of('A'))
    const target = action instanceof PDFDict ? action.lookup(PDFName.of('D')) : undefined
    return target instanceof PDFArray ? [target.get(0)] : []
  })
  expect(targets).toEqual([pdf.getPage(1).ref])
})
test('a hidden layer stays hidden', async () => {
  const { pdf } = await clean(await layeredPdf())
  const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
  const off = layers.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray)
  const used = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Properties'), PDFDict).get(PDFName.of('L1'))
  expect(off.get(0)).toEqual(used)
})
test('a document of nested brackets does not overflow the stack', async () => {
  const text = Buffer.from(await pdfOf('Deep')).toString('latin1')
  const deep = text.replace('endobj', `endobj\n900 0 obj\n${'['.repeat(20_000)}${']'.repeat(20_000)}\nendobj`)
  const outcome = await sanitizePdf(Buffer.from(deep, 'latin1'))
  expect(Object.keys(outcome)).toEqual(['pdf'])
})

describe('a page is written whole, as viewers complete it', () => {
  const broken: readonly [string, (page: PDFPage) => void, object][] = [
    ['no size', ({ node }) => node.delete(PDFName.of('MediaBox')), { width: 612, height: 792 }],
    [
      'a size of one number',
      ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj([612])),
      { width: 612 },
    ],
    ['a size of words', ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj(['a', 'b', 'c', 'd'])), {}],
    ['no area', ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj([9, 9, 9, 9])), { height: 792 }],
    ['a crop box of one number', ({ node, doc }) => node.set(PDFName.of('CropBox'), doc.context.obj([5])), {}],
    ['no drawing', ({ node }) => node.delete(PDFName.Contents), {}],
    ['a number as its drawing', ({ node }) => node.set(PDFName.Contents, PDFNumber.of(5)), {}],
    ['a turn by a word', ({ node }) => node.set(PDFName.of('Rotate'), PDFName.of('Left')), {}],
    ['a turn by 60 degrees', ({ node }) => node.set(PDFName.of('Rotate'), PDFNumber.of(60)), {}],
  ]
  test.each(broken)('%s', async (_, fault, size) => {
    const source = await PDFDocument.load(await pdfOf('Whole'))
    fault(source.getPage(0))
    const { pdf } = await clean(await source.save())
    const page = pdf.getPage(0)
    expect(page.getSize()).toMatchObject({ width: 612, height: 792, ...size })
    expect(page.getCropBox()).toMatchObject({ width: 612, height: 792 })
    expect(page.getRotation().angle).toBe(0)
    expect(page.node.lookup(PDFName.of('Resources'))).toBeInstanceOf(PDFDict)
    expect(page.node.lookup(PDFName.Contents)).toBeDefined()
  })
})

const notesOf = (pdf: PDFDocument) => {
  const notes = pdf.getPage(0).node.Annots()
  return (notes?.asArray() ?? []).map((each) => pdf.context.lookup(each, PDFDict))
}
