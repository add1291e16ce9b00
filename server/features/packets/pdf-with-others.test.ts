import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { emptyPdf, layeredPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { readPdf } from '../application-pdf/testing/index.ts'
import { type Other, pdfWithOthers } from './pdf-with-others.ts'

/** Like an application PDF: tagged, with a claim, and its table uncompressed. */
async function application(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Application', 2))
  const { context, catalog } = pdf
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  const said =
    '<rdf:RDF><rdf:Description><pdfuaid:part>1</pdfuaid:part><dc:title>June</dc:title></rdf:Description></rdf:RDF>'
  catalog.set(PDFName.of('Metadata'), context.register(context.stream(said, { Type: 'Metadata', Subtype: 'XML' })))
  return pdf.save({ useObjectStreams: false })
}
/** A PDF whose page states its number among the tags of its own document. */
async function taggedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Tagged'))
  pdf.getPage(0).node.set(PDFName.of('StructParents'), pdf.context.obj(0))
  return pdf.save()
}
const packetOf = async (first: Uint8Array, others: readonly Other[]) => {
  async function* given() {
    yield* others
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of pdfWithOthers(first, 'Documents', given())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const words = async (pdf: Uint8Array) => (await readPdf(pdf)).text.match(/\w+ \d/g)

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

test('the application is there byte for byte, tagged, and its claim is taken back', async () => {
  const first = await application()
  const packet = await packetOf(first, [{ title: 'Diploma', pdf: await pdfOf('Diploma') }])
  expect(packet.subarray(0, first.length).equals(first)).toBe(true)
  expect(await readPdf(packet)).toMatchObject({ marked: true, claim: 'none' })
  expect(await readPdf(first)).toMatchObject({ claim: '1' })
  const { catalog } = await PDFDocument.load(packet)
  expect(String(catalog.lookup(PDFName.of('Metadata')))).toContain('<dc:title>June</dc:title>')
})

test('without documents it is the application, claim and all', async () => {
  const first = await application()
  expect((await packetOf(first, [])).equals(first)).toBe(true)
})

test('an added page points into no tags, and a hidden layer stays hidden', async () => {
  const others = [
    { title: 'Tagged', pdf: await taggedPdf() },
    { title: 'Layered', pdf: await layeredPdf() },
    { title: 'Layered too', pdf: await layeredPdf() },
  ]
  const pdf = await PDFDocument.load(await packetOf(await application(), others))
  expect(pdf.getPages().map(({ node }) => node.has(PDFName.of('StructParents')))).toEqual(Array(5).fill(false))
  const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
  const drawn = pdf.getPages().flatMap(({ node }) => {
    const properties = node.Resources()?.lookupMaybe(PDFName.of('Properties'), PDFDict)
    return properties ? [String(properties.get(PDFName.of('L1')))] : []
  })
  expect(drawn.length).toBe(2)
  expect(String(layers.get(PDFName.of('OCGs')))).toBe(`[ ${drawn.join(' ')} ]`)
  expect(String(layers.lookup(PDFName.of('D'), PDFDict).get(PDFName.of('OFF')))).toBe(`[ ${drawn.join(' ')} ]`)
})

test('a document is asked for when the one before it has been handed out', async () => {
  const [diploma, scores] = [await pdfOf('Diploma'), await pdfOf('Scores')]
  const first = await application()
  const sizes: number[] = []
  let length = 0
  async function* others() {
    for (const pdf of [diploma, scores]) {
      sizes.push(length)
      yield { title: 'Document', pdf }
    }
  }
  for await (const chunk of pdfWithOthers(first, 'Documents', others())) length += chunk.length
  expect(sizes[0]).toBe(first.length)
  expect(sizes[1]).toBeGreaterThan(first.length + 500)
})

test.each([
  ['what is no PDF', Buffer.from('no PDF at all')],
  ['a PDF without a page', emptyPdf()],
])('%s among them is a fault', async (_, pdf) => {
  await expect(packetOf(await application(), [{ title: 'Broken', pdf: await pdf }])).rejects.toThrow(
    'The document of "Broken" cannot be read.',
  )
})

test('an application that keeps its table in a stream cannot be continued', async () => {
  await expect(packetOf(await pdfOf('Application'), [])).rejects.toThrow('cannot be continued')
})
