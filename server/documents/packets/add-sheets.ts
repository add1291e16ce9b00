import { PDFDict, PDFDocument, PDFName, PDFObjectCopier, PDFRef } from '@cantoo/pdf-lib'
import type { RenderedSheets } from '../application-pdf/index.ts'
import { addedSince } from './add-document.ts'
import { formOf } from './form-xobject.ts'

/** The sheets of a packet inside it: the pages of the list, and a form with the lines of each page of a document. */
type AddedSheets = {
  readonly branch: PDFRef
  readonly firstPage: PDFRef
  readonly count: number
  readonly lines: readonly PDFRef[]
  readonly objects: readonly PDFRef[]
}

const name = PDFName.of

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
