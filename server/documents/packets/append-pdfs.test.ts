import { PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { emptyPdf, layeredPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { createTypesetter, readPdf } from '../application-pdf/testing/index.ts'
import { appendPdfs } from './append-pdfs.ts'
import { seenPage, shapeOf } from './fit-page.ts'

/** Like an application PDF: tagged, with a claim, and its table uncompressed. */
async function application(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Application', 2))
  const { context, catalog } = pdf
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  const xmp =
    '<rdf:RDF><rdf:Description><pdfuaid:part>1</pdfuaid:part><dc:title>June</dc:title></rdf:Description></rdf:RDF>'
  catalog.set(PDFName.of('Metadata'), context.register(context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' })))
  return pdf.save({ useObjectStreams: false })
}
/** A PDF whose page states its number among the tags of its own document. */
async function taggedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Tagged'))
  pdf.getPage(0).node.set(PDFName.of('StructParents'), pdf.context.obj(0))
  return pdf.save()
}
const typesetter = createTypesetter()
async function sheetsFor(others: readonly Given[]) {
  const documents = []
  for (const { title, pdf } of others) {
    const pages = (await PDFDocument.load(pdf).catch(() => null))?.getPages() ?? []
    documents.push({
      title,
      file: 'a.pdf',
      attached: 'Nov 14, 2026',
      checked: 'not scanned for malware',
      pages: pages.map((page) => shapeOf(seenPage(page))),
    })
  }
  const rendered = typesetter.packetSheets({
    institution: 'Bridger State University',
    color: '#0c3441',
    title: 'Transfer Application',
    applicant: 'June Hale',
    reference: 'KQ4M-7XDR',
    summary: 'Two documents.',
    documents,
  })
  return { rendered, counts: documents.map(({ pages }) => pages.length) }
}
type Given = { readonly title: string; readonly pdf: Uint8Array }

async function packetOf(first: Uint8Array, others: readonly Given[]) {
  const { rendered, counts } = await sheetsFor(others)
  async function* given() {
    for (const [index, each] of others.entries()) yield { ...each, pages: counts[index] ?? 0 }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of appendPdfs(first, rendered, given())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
/** What each page says, without the lines above it, which are drawn first on the pages of documents. */
const words = async (pdf: Uint8Array) => (await readPdf(pdf)).text.match(/(Application|Diploma|Scores|Tagged) \d/g)

test('the pages follow each other, a bookmark in any script before each document', async () => {
  const others = [
    { title: 'Диплом (卒業証書)', pdf: await pdfOf('Diploma', 3) },
    { title: '“Scores” and \\ ( brackets', pdf: await pdfOf('Scores') },
  ]
  const packet = await packetOf(await application(), others)
  expect(await words(packet)).toEqual([
    'Application 1',
    'Application 2',
    'Diploma 1',
    'Diploma 2',
    'Diploma 3',
    'Scores 1',
  ])
  expect((await readPdf(packet)).bookmarks).toEqual(['Documents', ...others.map(({ title }) => title)])
})

test('the application PDF is included byte for byte, tagged, and its PDF/UA claim is removed', async () => {
  const first = await application()
  const packet = await packetOf(first, [{ title: 'Diploma', pdf: await pdfOf('Diploma') }])
  expect(packet.subarray(0, first.length).equals(first)).toBe(true)
  expect(await readPdf(packet)).toMatchObject({ marked: true, claim: 'none' })
  expect(await readPdf(first)).toMatchObject({ claim: '1' })
  const { catalog } = await PDFDocument.load(packet)
  expect(String(catalog.lookup(PDFName.of('Metadata')))).toContain('<dc:title>June</dc:title>')
})

test('an added page refers to no tags, and a hidden layer stays hidden', async () => {
  const others = [
    { title: 'Tagged', pdf: await taggedPdf() },
    { title: 'Layered', pdf: await layeredPdf() },
    { title: 'Layered too', pdf: await layeredPdf() },
  ]
  const pdf = await PDFDocument.load(await packetOf(await application(), others))
  expect(pdf.getPages().map(({ node }) => node.has(PDFName.of('StructParents')))).toEqual(Array(6).fill(false))
  const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
  const drawn = pdf.getPages().flatMap(({ node }) => {
    const form = node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict)?.lookup(PDFName.of('Document'))
    const resources = form instanceof PDFStream ? form.dict.lookup(PDFName.of('Resources'), PDFDict) : undefined
    const properties = resources?.lookupMaybe(PDFName.of('Properties'), PDFDict)
    return properties ? [String(properties.get(PDFName.of('L1')))] : []
  })
  expect(drawn.length).toBe(2)
  expect(String(layers.get(PDFName.of('OCGs')))).toBe(`[ ${drawn.join(' ')} ]`)
  expect(String(layers.lookup(PDFName.of('D'), PDFDict).get(PDFName.of('OFF')))).toBe(`[ ${drawn.join(' ')} ]`)
})

test('a document is requested only after the one before it was returned', async () => {
  const [diploma, scores] = [await pdfOf('Diploma'), await pdfOf('Scores')]
  const first = await application()
  const sizes: number[] = []
  let length = 0
  async function* others() {
    for (const pdf of [diploma, scores]) {
      sizes.push(length)
      yield { title: 'Document', pages: 1, pdf }
    }
  }
  const { rendered } = await sheetsFor([diploma, scores].map((pdf) => ({ title: 'Document', pdf })))
  for await (const chunk of appendPdfs(first, rendered, others())) length += chunk.length
  expect(sizes[0]).toBeGreaterThan(first.length)
  expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) + 500)
})

test.each([
  ['a file that is not a PDF', Buffer.from('no PDF at all')],
  ['a PDF without a page', emptyPdf()],
])('%s among them is an error', async (_, pdf) => {
  await expect(packetOf(await application(), [{ title: 'Broken', pdf: await pdf }])).rejects.toThrow(
    'The document of "Broken" cannot be read.',
  )
})

test('an application PDF with its table in a stream cannot be extended', async () => {
  await expect(packetOf(await pdfOf('Application'), [])).rejects.toThrow('cannot be extended')
})
