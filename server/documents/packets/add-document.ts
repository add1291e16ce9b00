import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  type PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { claimsAccess, copyTags, languageOf } from '../../platform/pdf/index.ts'
import type { RenderedSheets } from '../application-pdf/index.ts'
import { fitPage, formOf, LETTER, marked, seenPage } from './fit-page.ts'
import type { PacketTags } from './packet-tags.ts'

/** What those who do not see a document get of it: its own tags, its text in the order of the file, or nothing. */
export type Reading = 'tags' | 'text' | 'pictures'

/** The pages of a document inside another: a branch of the page tree that is not yet attached to it. */
type AddedDocument = {
  readonly reading: Reading
  /** Whether it says of itself that it meets PDF/UA-1. */
  readonly claims: boolean
  readonly branch: PDFRef
  readonly firstPage: PDFRef
  readonly count: number
  readonly layers: Layers
  /** All added objects, including the branch. */
  readonly objects: readonly PDFRef[]
}

const name = PDFName.of

/** A document to add: the title of its part, and the lines above each of its pages (forms of the packet). */
type Addition = { readonly title: string; readonly pdf: Uint8Array; readonly lines: readonly PDFRef[] }

/**
 * Copies the pages of a PDF, and all they draw, under the page tree `parent`, each on a Letter sheet with the lines that
 * belong to it, and its tags as a part. Without tags, a page is one paragraph, or a figure if it has no text. Throws if it
 * is not a PDF, or has other pages than lines.
 */
export async function addDocument(
  { context }: PDFDocument,
  parent: PDFRef,
  tags: PacketTags,
  { title, pdf, lines }: Addition,
): Promise<AddedDocument> {
  const known = context.largestObjectNumber
  const source = await PDFDocument.load(pdf, { updateMetadata: false })
  // One copier for pages and layers: with two, hidden layers would be duplicated and become visible.
  const copier = PDFObjectCopier.for(source.context, context)
  const originals = source.getPages()
  const pages = originals.flatMap(({ ref }) => {
    const copy = copier.copy(ref)
    return copy instanceof PDFRef ? [copy] : []
  })
  const properties = source.catalog.get(name('OCProperties'))
  const layers = layersIn(context, properties && copier.copy(properties))
  const [firstPage] = pages
  if (firstPage === undefined) throw new Error('This PDF has no page.')
  if (pages.length !== lines.length) throw new Error('This PDF has changed since its pages were counted.')
  for (const ref of addedSince(context, known)) withoutTags(context.lookup(ref))
  const forms = pages.map(() => context.nextRef())
  let copied: ReturnType<typeof copyTags>
  const types = new Map<PDFRef, 'P' | 'Figure'>()
  tags.addPart({ title, language: languageOf(source) }, (part) => {
    const pageAt = (place: number) => pages[place] ?? firstPage
    const idPrefix = tags.nextPrefix()
    const formAt = (place: number) => forms[place]
    copied = copyTags(source, { context, parent: part, pageAt, formAt, idPrefix })
    tags.nameElements(copied?.named ?? [])
    const whole = new Set(copied?.marked.map(({ place }) => pages[place]))
    return [
      ...(copied?.kids ?? []),
      ...pages.flatMap((page, place) => {
        if (whole.has(page)) return []
        const type = hasText(originals[place]?.node.lookup(name('Resources'))) ? 'P' : 'Figure'
        types.set(page, type)
        const alt = `${title}, page ${place + 1} of ${pages.length}, a picture`
        return [tags.ownPage(part, page, type, type === 'Figure' ? alt : undefined)]
      }),
    ]
  })
  const replaced = new Set(pages.flatMap((page) => contentsOf(context, context.lookup(page, PDFDict))))
  for (const [place, original] of originals.entries()) {
    const [page, line, form] = [pages[place], lines[place], forms[place]]
    if (page && line && form)
      fitPage(context, context.lookup(page, PDFDict), seenPage(original), { form, line, type: types.get(page) })
  }
  for (const ref of replaced) context.delete(ref)
  // By the page too, which has no marks of its own, because Firefox looks nowhere else.
  for (const { place, elements } of copied?.marked ?? [])
    for (const drawing of [forms[place], pages[place]]) if (drawing) tags.ownMarks(drawing, elements)
  for (const { annotation, element } of copied?.linked ?? []) tags.ownAnnotation(annotation, element)
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: pages, Count: pages.length }))
  for (const page of pages) context.lookup(page, PDFDict).set(name('Parent'), branch)
  const objects = addedSince(context, known)
  const reading = copied ? 'tags' : [...types.values()].includes('P') ? 'text' : 'pictures'
  return {
    reading,
    claims: copied?.isWhole === true && claimsAccess(source),
    branch,
    firstPage,
    count: pages.length,
    layers,
    objects,
  }
}

/** Whether a page can draw letters, itself or in the forms that it draws. */
function hasText(resources: PDFObject | undefined, depth = 0): boolean {
  if (!(resources instanceof PDFDict) || depth > 5) return false
  const fonts = resources.lookup(name('Font'))
  if (fonts instanceof PDFDict && fonts.keys().length > 0) return true
  const drawn = resources.lookup(name('XObject'))
  const forms = drawn instanceof PDFDict ? drawn.keys().map((key) => drawn.lookup(key)) : []
  return forms.some((form) => form instanceof PDFStream && hasText(form.dict.lookup(name('Resources')), depth + 1))
}

/** Adds a sheet in place of a document: a page that is nothing but these lines, one paragraph. */
export function addSheet(
  { context }: PDFDocument,
  parent: PDFRef,
  tags: PacketTags,
  title: string,
  line: PDFRef | undefined,
): AddedDocument {
  if (!line) throw new Error('A sheet of this packet was not made.')
  const known = context.largestObjectNumber
  const firstPage = context.nextRef()
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: [firstPage], Count: 1 }))
  const entries = { Type: 'Page', Parent: branch, MediaBox: [0, 0, LETTER.short, LETTER.long] }
  const Contents = context.register(context.stream(marked('P', '/Lines Do')))
  context.assign(firstPage, context.obj({ ...entries, Contents, Resources: { XObject: { Lines: line } } }))
  tags.addPart({ title }, (part) => [tags.ownPage(part, firstPage, 'P')])
  const layers = { all: [], hidden: [] }
  return { reading: 'text', claims: true, branch, firstPage, count: 1, layers, objects: addedSince(context, known) }
}

/** The objects with numbers above `known`. */
const addedSince = (context: PDFContext, known: number): readonly PDFRef[] =>
  Array.from({ length: context.largestObjectNumber - known }, (_, index) => PDFRef.of(known + 1 + index)).filter(
    (ref) => context.lookup(ref) !== undefined,
  )

/** The streams that a page draws; its form replaces them. */
function contentsOf(context: PDFContext, page: PDFDict): readonly PDFRef[] {
  const contents = page.get(name('Contents'))
  const list = context.lookup(contents)
  return [contents, ...(list instanceof PDFArray ? list.asArray() : [])].filter((each) => each instanceof PDFRef)
}

/** Numbers that refer to the tags of the original document would refer to other tags here. */
function withoutTags(object: PDFObject | undefined): void {
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return
  for (const key of ['StructParents', 'StructParent']) dict.delete(name(key))
}

/** The layers of a packet's documents, and those that are hidden: a hidden layer stays hidden. */
export type Layers = { readonly all: readonly PDFObject[]; readonly hidden: readonly PDFObject[] }

/** The layers of a document's OCProperties, which are in `context`. */
function layersIn(context: PDFContext, properties: PDFObject | undefined): Layers {
  const found = context.lookup(properties)
  const entries = (from: PDFObject | undefined, name: string): readonly PDFObject[] => {
    const list = from instanceof PDFDict ? from.lookup(PDFName.of(name)) : undefined
    return list instanceof PDFArray ? list.asArray() : []
  }
  const all = entries(found, 'OCGs')
  const first = found instanceof PDFDict ? found.lookup(PDFName.of('D')) : undefined
  const isOff = first instanceof PDFDict && first.lookup(PDFName.of('BaseState')) === PDFName.of('OFF')
  const shown = entries(first, 'ON')
  return { all, hidden: isOff ? all.filter((each) => !shown.includes(each)) : entries(first, 'OFF') }
}

/** The sheets of a packet inside it: the pages of the list, and a form with the lines of each page of a document. */
type AddedSheets = {
  readonly branch: PDFRef
  readonly firstPage: PDFRef
  readonly count: number
  readonly lines: readonly PDFRef[]
  readonly objects: readonly PDFRef[]
}

/** Copies the sheets into the PDF, the list under the page tree `parent`, with its tags as a part. */
export async function addSheets(
  { context }: PDFDocument,
  parent: PDFRef,
  tags: PacketTags,
  { pdf, listPages }: RenderedSheets,
): Promise<AddedSheets> {
  const known = context.largestObjectNumber
  const source = await PDFDocument.load(pdf, { updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, context)
  const pages = source.getPages().flatMap((page) => {
    const ref = copier.copy(page.ref)
    return ref instanceof PDFRef ? [{ ref, ...page.getSize() }] : []
  })
  const list = pages.slice(0, listPages).map(({ ref }) => ref)
  const [firstPage] = list
  if (firstPage === undefined) throw new Error('There is no list of documents.')
  for (const ref of addedSince(context, known)) withoutTags(context.lookup(ref))
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: list, Count: list.length }))
  for (const page of list) context.lookup(page, PDFDict).set(name('Parent'), branch)
  const lines = pages.slice(listPages).map(({ ref, width, height }) => {
    const form = formOf(context, context.lookup(ref, PDFDict), [0, 0, width, height])
    context.delete(ref)
    return context.register(withoutMarks(context, form))
  })
  tags.addPart({ title: 'Documents', language: languageOf(source) }, (part) => {
    const pageAt = (place: number) => list[place] ?? firstPage
    const formAt = (place: number) => (place < listPages ? undefined : null)
    const idPrefix = tags.nextPrefix()
    const copied = copyTags(source, { context, parent: part, pageAt, formAt, idPrefix })
    tags.nameElements(copied?.named ?? [])
    for (const { place, elements } of copied?.marked ?? []) tags.ownMarks(pageAt(place), elements)
    return copied?.kids ?? []
  })
  return { branch, firstPage, count: list.length, lines, objects: addedSince(context, known) }
}

/** A form by Typst whose marks name no tags: the page that draws it says what it is. */
const withoutMarks = (context: PDFContext, form: PDFRawStream): PDFRawStream => {
  const drawing = Buffer.from(decodePDFRawStream(form).decode()).toString('latin1')
  const rest = drawing.replace(/^(?:\/\w+ (?:\/\w+|<<[^>]*>>) BDC|\/\w+ BMC|EMC)(?:\n|$)/gm, '')
  const stream = context.flateStream(Buffer.from(rest, 'latin1'))
  for (const [key, value] of form.dict.entries()) if (!stream.dict.has(key)) stream.dict.set(key, value)
  return stream
}
