import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { addBookmarks } from './add-bookmarks.ts'
import { addDocument } from './add-document.ts'
import type { Layers } from './layers-in.ts'
import { openUpdate } from './pdf-update.ts'

/** A PDF that follows, and what its bookmark says. */
export type Other = { readonly title: string; readonly pdf: Uint8Array }

/**
 * One PDF of several, in pieces to be written one after the other: `first` byte for byte with its tags and bookmarks, then
 * the pages of the others, each under a bookmark inside `heading`, as an update behind its end. The next of the others is
 * asked for when the one before has been handed out, so that one at a time is in memory. Throws when one of them cannot be
 * read; what was handed out by then is no packet.
 */
export async function* pdfWithOthers(
  first: Uint8Array,
  heading: string,
  others: AsyncIterable<Other>,
): AsyncGenerator<Uint8Array> {
  const whole = await PDFDocument.load(first, { updateMetadata: false })
  const { context, catalog } = whole
  const update = openUpdate(context, first)
  yield first

  const pages = indirect(catalog.get(name('Pages')))
  const tree = context.lookup(pages, PDFDict)
  const bookmarks: { readonly title: string; readonly page: PDFRef }[] = []
  const layers: Layers[] = []
  for await (const { title, pdf } of others) {
    const added = await addDocument(whole, pages, pdf).catch((error) => {
      throw new Error(`The document of "${title}" cannot be read.`, { cause: error })
    })
    for (const ref of added.objects) {
      yield update.object(ref)
      context.delete(ref)
    }
    tree.lookup(name('Kids'), PDFArray).push(added.branch)
    tree.set(name('Count'), PDFNumber.of(tree.lookup(name('Count'), PDFNumber).asNumber() + added.count))
    bookmarks.push({ title, page: added.firstPage })
    layers.push(added.layers)
  }
  const [opening] = bookmarks
  if (!opening) return
  joinLayers(whole, layers)
  const metadata = withoutClaim(whole)
  const changed = addBookmarks(whole, { ...opening, title: heading }, bookmarks)
  for (const ref of [pages, ...metadata, ...changed, indirect(context.trailerInfo.Root)]) yield update.object(ref)
  yield update.end()
}

const name = PDFName.of

function indirect(object: PDFObject | undefined): PDFRef {
  if (object instanceof PDFRef) return object
  throw new Error('A PDF whose parts are not where every PDF has them.')
}

function joinLayers({ context, catalog }: PDFDocument, layers: readonly Layers[]): void {
  const all = layers.flatMap((each) => each.all)
  if (all.length === 0) return
  const hidden = layers.flatMap((each) => each.hidden)
  catalog.set(name('OCProperties'), context.obj({ OCGs: [...all], D: { OFF: [...hidden] } }))
}

/** The added pages have no tags: the whole no longer is what PDF/UA asks of a file, and must not say so. */
function withoutClaim({ context, catalog }: PDFDocument): readonly PDFRef[] {
  const ref = catalog.get(name('Metadata'))
  const stream = context.lookup(ref)
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return []
  const said = Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
  const rest = said.replace(/<pdfuaid:part>\d+<\/pdfuaid:part>/, '')
  context.assign(ref, context.stream(Buffer.from(rest), { Type: 'Metadata', Subtype: 'XML' }))
  return [ref]
}
