import { PDFDict, PDFDocument, PDFName, type PDFObject, PDFObjectCopier, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { type Layers, layersIn } from './layers-in.ts'

/** The pages of a document inside another: a branch of the page tree that is not yet attached to it. */
export type AddedDocument = {
  readonly branch: PDFRef
  readonly firstPage: PDFRef
  readonly count: number
  readonly layers: Layers
  /** All added objects, including the branch. */
  readonly objects: readonly PDFRef[]
}

const name = PDFName.of

/** Copies the pages of a PDF, and all they draw, under the page tree `parent`. Throws if it is not a PDF. */
export async function addDocument({ context }: PDFDocument, parent: PDFRef, pdf: Uint8Array): Promise<AddedDocument> {
  const known = context.largestObjectNumber
  const source = await PDFDocument.load(pdf, { updateMetadata: false })
  // One copier for pages and layers: with two, hidden layers would be duplicated and become visible.
  const copier = PDFObjectCopier.for(source.context, context)
  const pages = source.getPages().map(({ ref }) => copier.copy(ref))
  const properties = source.catalog.get(name('OCProperties'))
  const layers = layersIn(context, properties && copier.copy(properties))
  const [firstPage] = pages
  if (!(firstPage instanceof PDFRef)) throw new Error('This PDF has no page.')
  const branch = context.register(context.obj({ Type: 'Pages', Parent: parent, Kids: pages, Count: pages.length }))
  for (const page of pages) context.lookup(page, PDFDict).set(name('Parent'), branch)
  const objects = Array.from({ length: context.largestObjectNumber - known }, (_, index) =>
    PDFRef.of(known + 1 + index),
  )
  for (const ref of objects) withoutTags(context.lookup(ref))
  return { branch, firstPage, count: pages.length, layers, objects }
}

/** Numbers that refer to the tags of the original document would refer to other tags here. */
function withoutTags(object: PDFObject | undefined): void {
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return
  for (const key of ['StructParents', 'StructParent']) dict.delete(name(key))
}
