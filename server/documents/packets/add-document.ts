import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { RenderedSheets } from '../application-pdf/index.ts'
import { fitPage, formOf, LETTER, seenPage } from './fit-page.ts'

/** The pages of a document inside another: a branch of the page tree that is not yet attached to it. */
type AddedDocument = {
  readonly branch: PDFRef
  readonly firstPage: PDFRef
  readonly count: number
  readonly layers: Layers
  /** All added objects, including the branch. */
  readonly objects: readonly PDFRef[]
}

const name = PDFName.of

/**
 * Copies the pages of a PDF, and all they draw, under the page tree `parent`, each on a Letter sheet with the lines that
 * belong to it (forms of this PDF, one for each page). Throws if it is not a PDF, or has other pages than lines.
 */
export async function addDocument(
  { context }: PDFDocument,
  parent: PDFRef,
  pdf: Uint8Array,
  lines: readonly PDFRef[],
): Promise<AddedDocument> {
  const known = context.largestObjectNumber
  const source = await PDFDocument.load(pdf, { updateMetadata: false })
  // One copier for pages and layers: with two, hidden layers would be duplicated and become visible.
  const copier = PDFObjectCopier.for(source.context, context)
  const originals = source.getPages()
  const pages = originals.map(({ ref }) => copier.copy(ref))
  const properties = source.catalog.get(name('OCProperties'))
  const layers = layersIn(context, properties && copier.copy(properties))
  const [firstPage] = pages
  if (!(firstPage instanceof PDFRef)) throw new Error('This PDF has no page.')
  if (pages.length !== lines.length) throw new Error('This PDF has changed since its pages were counted.')
  const replaced = new Set(pages.flatMap((page) => contentsOf(context, context.lookup(page, PDFDict))))
  for (const [index, original] of originals.entries()) {
    const [page, line] = [pages[index], lines[index]]
    if (page && line) fitPage(context, context.lookup(page, PDFDict), seenPage(original), line)
  }
  for (const ref of replaced) context.delete(ref)
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: pages, Count: pages.length }))
  for (const page of pages) context.lookup(page, PDFDict).set(name('Parent'), branch)
  const objects = addedSince(context, known)
  for (const ref of objects) withoutTags(context.lookup(ref))
  return { branch, firstPage, count: pages.length, layers, objects }
}

/** Adds a sheet in place of a document: a page that is nothing but these lines. */
export function addSheet({ context }: PDFDocument, parent: PDFRef, lines: PDFRef | undefined): AddedDocument {
  if (!lines) throw new Error('A sheet of this packet was not made.')
  const known = context.largestObjectNumber
  const firstPage = context.nextRef()
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: [firstPage], Count: 1 }))
  const entries = { Type: 'Page', Parent: branch, MediaBox: [0, 0, LETTER.short, LETTER.long] }
  const Contents = context.register(context.stream('/Lines Do'))
  context.assign(firstPage, context.obj({ ...entries, Contents, Resources: { XObject: { Lines: lines } } }))
  return { branch, firstPage, count: 1, layers: { all: [], hidden: [] }, objects: addedSince(context, known) }
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

/** Copies the sheets into the PDF, the list under the page tree `parent`. */
export async function addSheets(
  { context }: PDFDocument,
  parent: PDFRef,
  { pdf, listPages }: RenderedSheets,
): Promise<AddedSheets> {
  const known = context.largestObjectNumber
  const source = await PDFDocument.load(pdf, { updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, context)
  const pages = source.getPages().map((page) => ({ ref: copier.copy(page.ref), ...page.getSize() }))
  const list = pages.slice(0, listPages).map(({ ref }) => ref)
  const [firstPage] = list
  if (!(firstPage instanceof PDFRef)) throw new Error('There is no list of documents.')
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: list, Count: list.length }))
  for (const page of list) context.lookup(page, PDFDict).set(name('Parent'), branch)
  const lines = pages.slice(listPages).map(({ ref, width, height }) => {
    const page = context.lookup(ref, PDFDict)
    const form = formOf(context, page, [0, 0, width, height])
    context.delete(ref)
    return form ?? context.register(context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }))
  })
  return { branch, firstPage, count: list.length, lines, objects: addedSince(context, known) }
}
