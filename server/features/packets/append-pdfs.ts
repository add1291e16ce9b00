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
import { createUpdate } from './pdf-update.ts'

/** A PDF to append, and the title of its bookmark. */
export type AppendedPdf = { readonly title: string; readonly pdf: Uint8Array }

/**
 * One PDF made of several, in chunks to be written in order: `first` byte for byte with its tags and bookmarks, then,
 * as an update after its end, the pages of the others, each with a bookmark inside `heading`. The next PDF is requested
 * only after the previous one has been returned, so one at a time is in memory. Throws if one of them cannot be read;
 * the chunks returned until then are not a valid packet.
 */
export async function* appendPdfs(
  first: Uint8Array,
  heading: string,
  appended: AsyncIterable<AppendedPdf>,
): AsyncGenerator<Uint8Array> {
  const whole = await PDFDocument.load(first, { updateMetadata: false })
  const { context, catalog } = whole
  const update = createUpdate(context, first)
  yield first

  const pages = requireRef(catalog.get(name('Pages')))
  const tree = context.lookup(pages, PDFDict)
  const bookmarks: { readonly title: string; readonly page: PDFRef }[] = []
  const layers: Layers[] = []
  for await (const { title, pdf } of appended) {
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
  const [firstBookmark] = bookmarks
  if (!firstBookmark) return
  joinLayers(whole, layers)
  const metadata = withoutClaim(whole)
  const changed = addBookmarks(whole, { ...firstBookmark, title: heading }, bookmarks)
  for (const ref of [pages, ...metadata, ...changed, requireRef(context.trailerInfo.Root)]) yield update.object(ref)
  yield update.end()
}

const name = PDFName.of

function requireRef(object: PDFObject | undefined): PDFRef {
  if (object instanceof PDFRef) return object
  throw new Error('A part of this PDF that must be an indirect object is not.')
}

function joinLayers({ context, catalog }: PDFDocument, layers: readonly Layers[]): void {
  const all = layers.flatMap((each) => each.all)
  if (all.length === 0) return
  const hidden = layers.flatMap((each) => each.hidden)
  catalog.set(name('OCProperties'), context.obj({ OCGs: [...all], D: { OFF: [...hidden] } }))
}

/** The added pages have no tags, so the whole file no longer meets PDF/UA and must not claim to. */
function withoutClaim({ context, catalog }: PDFDocument): readonly PDFRef[] {
  const ref = catalog.get(name('Metadata'))
  const stream = context.lookup(ref)
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return []
  const xmp = Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
  const rest = xmp.replace(/<pdfuaid:part>\d+<\/pdfuaid:part>/, '')
  context.assign(ref, context.stream(Buffer.from(rest), { Type: 'Metadata', Subtype: 'XML' }))
  return [ref]
}
