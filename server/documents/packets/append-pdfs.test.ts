import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { emptyPdf, layeredPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { type PdfSignature, plainContent } from '../application-pdf/index.ts'
import { addSignatureField, createTypesetter, readPdf } from '../application-pdf/testing/index.ts'
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
/** A page with a heading, a picture and a link to itself, and their tags. */
async function taggedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const { context, catalog } = pdf
  const page = pdf.addPage([300, 200])
  const drawing =
    '/H1 <</MCID 0>> BDC BT /F1 20 Tf 20 150 Td (Tagged 1) Tj ET EMC /Figure <</MCID 1>> BDC 20 20 40 40 re f EMC'
  page.node.set(PDFName.of('Contents'), context.register(context.stream(drawing)))
  const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F1: font } }))
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [20, 20, 60, 60],
    Border: [0, 0, 0],
    Dest: [page.ref, 'Fit'],
    StructParent: 1,
  }
  const annotation = context.register(context.obj({ ...link, Contents: PDFString.of('Up') }))
  page.node.set(PDFName.of('Annots'), context.obj([annotation]))
  page.node.set(PDFName.of('StructParents'), context.obj(0))
  const root = context.nextRef()
  const element = (type: string, rest: object) =>
    context.register(context.obj({ Type: 'StructElem', S: type, P: root, Pg: page.ref, ...rest }))
  const heading = element('H1', { K: 0 })
  const figure = element('Figure', { K: 1, Alt: PDFString.of('A square'), ID: PDFString.of('one') })
  const linked = element('Link', { K: { Type: 'OBJR', Obj: annotation } })
  const Nums = [0, [heading, figure], 1, linked]
  const K = [heading, figure, linked]
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K, ParentTree: { Nums } }))
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  pdf.setLanguage('es-MX')
  return pdf.save()
}

/** A page that is nothing but a square. */
async function picturePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([300, 200]).drawRectangle({ x: 20, y: 20, width: 40, height: 40 })
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

async function packetOf(first: Uint8Array, others: readonly Given[], signature?: PdfSignature) {
  const { rendered, counts } = await sheetsFor(others)
  async function* given() {
    for (const [index, each] of others.entries()) yield { ...each, pages: counts[index] ?? 0 }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of appendPdfs(first, rendered, given(), signature)) chunks.push(chunk)
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

/** What pdf.js finds for those who do not see a page: roles, texts instead of what is seen, and languages. */
async function spoken(pdf: Uint8Array, number: number): Promise<unknown> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const tree = await (await (await loading.promise).getPage(number)).getStructTree()
  await loading.destroy()
  type Node = NonNullable<typeof tree> & { readonly alt?: string; readonly lang?: string }
  const said = ({ role, alt, lang, children }: Node): unknown => [
    [role, lang, alt].filter(Boolean).join(' '),
    ...children.flatMap((kid) => ('role' in kid ? [said(kid)] : [])),
  ]
  return tree && said(tree)
}

test('the tags of each document are a part, and a page without tags is a paragraph or a figure', async () => {
  const others = [
    { title: 'Tagged', pdf: await taggedPdf() },
    { title: 'Diploma', pdf: await pdfOf('Diploma') },
    { title: 'Scores', pdf: await picturePdf() },
    { title: 'Tagged too', pdf: await taggedPdf() },
  ]
  const packet = await packetOf(await application(), others)
  const part = (...inner: readonly unknown[]) => ['Root', ['Document', inner]]
  expect(await spoken(packet, 3)).toEqual(part('Part en-US', expect.arrayContaining(['Div', ['H1']])))
  const tagged = part('Part es-MX', ['H1'], ['Figure A square'], ['Link'])
  expect(await spoken(packet, 4)).toEqual(tagged)
  expect(await spoken(packet, 5)).toEqual(part('Part', ['P']))
  expect(await spoken(packet, 6)).toEqual(part('Part', ['Figure Scores, page 1 of 1, a picture']))
  expect(await spoken(packet, 7)).toEqual(tagged)
  // Nothing but the pages of this application, which are not tagged.
  expect((await readPdf(packet)).untagged).toBe((await readPdf(await application())).untagged)
})

test('marks and annotations lead to the elements that lead to them', async () => {
  const packet = await packetOf(await application(), [{ title: 'Tagged', pdf: await taggedPdf() }])
  const { catalog, context } = await PDFDocument.load(packet)
  const tree = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const nums = tree.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray).asArray()
  const elementsOf = new Map(nums.flatMap((each, at) => (at % 2 === 0 ? [[Number(`${each}`), nums[at + 1]]] : [])))
  const typesAt = (key: unknown) => {
    const found = context.lookup(elementsOf.get(Number(`${key}`)))
    const all = found instanceof PDFArray ? found.asArray().map((each) => context.lookup(each, PDFDict)) : [found]
    return all.map((each) => each instanceof PDFDict && String(each.get(PDFName.of('S'))))
  }
  const { node } = (await PDFDocument.load(packet)).getPage(3)
  const form = node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('Document'), PDFStream)
  expect(typesAt(form?.dict.get(PDFName.of('StructParents')))).toEqual(['/H1', '/Figure'])
  const annotation = node.Annots()?.lookup(0, PDFDict)
  expect(typesAt(annotation?.get(PDFName.of('StructParent')))).toEqual(['/Link'])
  expect(new Set(elementsOf.keys()).size).toBe(nums.length / 2)
})

test('no two elements of a packet have one name, whatever their documents call them', async () => {
  const tagged = await taggedPdf()
  const packet = await packetOf(
    await application(),
    ['Tagged', 'Tagged too'].map((title) => ({ title, pdf: tagged })),
  )
  const { catalog, context } = await PDFDocument.load(packet)
  const tree = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('IDTree'), PDFDict)
  const names = tree.lookup(PDFName.of('Names'), PDFArray).asArray()
  const ids = names.filter((_, at) => at % 2 === 0).map(String)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const [at, id] of ids.entries())
    expect(String(context.lookup(names[at * 2 + 1], PDFDict).get(PDFName.of('ID')))).toBe(id)
  expect(ids.length).toBeGreaterThan(2) // two figures, and the cells of the list
})

test('the lines above a page have no marks of their own, which a mark of the page holds', async () => {
  const pdf = await PDFDocument.load(
    await packetOf(await application(), [{ title: 'Scores', pdf: await picturePdf() }]),
  )
  const { node } = pdf.getPage(3)
  const lines = node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('Lines'))
  if (!(lines instanceof PDFRawStream)) throw new Error('This page has no lines.')
  const drawing = Buffer.from(decodePDFRawStream(lines).decode()).toString('latin1')
  expect(drawing).toMatch(/\bTj\b|\bTJ\b/)
  expect(drawing).not.toMatch(/\b(BDC|BMC|EMC)\b/)
})

test('a hidden layer stays hidden', async () => {
  const others = [
    { title: 'Layered', pdf: await layeredPdf() },
    { title: 'Layered too', pdf: await layeredPdf() },
  ]
  const pdf = await PDFDocument.load(await packetOf(await application(), others))
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

const content = plainContent({
  institution: {
    ...{ partner_name: 'Bridger State University', office: 'Admissions', address_lines: [], phone: '', email: '' },
    ...{ application_title: 'Transfer Application', school_code: '0', color: '#0c3441', time_zone: 'America/Denver' },
  },
  ...{ title: 'Transfer Application', heading: 'June Hale', reference: 'KQ4M-7XDR', cover: [], pages: [] },
  madeAt: new Date('2026-11-23T18:00:00Z'),
})
const blankSignature = (reason: string): PdfSignature => ({
  dictionary: `<< /Type /Sig /Reason (${reason}) >>`,
  digitsFor: async () => '',
})
/** The fields of a PDF, each with the page that shows it and the reason of its signature. */
async function fieldsOf(pdf: Uint8Array) {
  const { context, catalog } = await PDFDocument.load(pdf)
  const widgets = context.enumerateIndirectObjects().filter(([, each]) => `${each}`.includes('/Subtype /Widget'))
  const fields = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.lookup(PDFName.of('Fields'), PDFArray)
  return (fields?.asArray() ?? []).map((ref) => {
    const field = context.lookup(ref, PDFDict)
    const annotations = field.lookup(PDFName.of('P'), PDFDict).lookup(PDFName.of('Annots'), PDFArray).asArray()
    const reason = String(field.lookup(PDFName.of('V'), PDFDict).get(PDFName.of('Reason')))
    return {
      reason,
      isOnPage: annotations.includes(ref),
      widgets: widgets.length,
      rectangle: String(field.get(PDFName.of('Rect'))),
    }
  })
}

test('a signature has the one field, whether or not the application PDF was signed', async () => {
  const others = [{ title: 'Diploma', pdf: await pdfOf('Diploma') }]
  const first = Buffer.from(await application())
  const [field] = [{ reason: '(packet)', isOnPage: true, widgets: 1, rectangle: '[ 0 0 0 0 ]' }]
  const packet = await packetOf(first, others, blankSignature('packet'))
  expect(await fieldsOf(packet)).toEqual([field])
  expect(await words(packet)).toEqual(['Application 1', 'Application 2', 'Diploma 1'])

  const { pdf } = typesetter.application(content)
  const signed = addSignatureField(pdf, blankSignature('application').dictionary)
  expect(await fieldsOf(signed)).toEqual([{ ...field, reason: '(application)' }])
  const both = await packetOf(signed, others, blankSignature('packet'))
  expect(both.subarray(0, signed.length).equals(Buffer.from(signed))).toBe(true)
  expect(await fieldsOf(both)).toEqual([field])
  // The certificate has ended since.
  expect(await fieldsOf(await packetOf(signed, others))).toEqual([{ ...field, reason: '(application)' }])
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
