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
import type { RenderedSheets } from '../application-pdf/index.ts'
import { addBookmarks } from './add-bookmarks.ts'
import { addDocument, addSheet } from './add-document.ts'
import { addSheets } from './add-sheets.ts'
import type { Layers } from './layers-in.ts'
import { createUpdate } from './pdf-update.ts'

/** A PDF to append, with the title of its bookmark and the number of its pages; a document without pages has no PDF. */
export type AppendedPdf = { readonly title: string; readonly pages: number; readonly pdf?: Uint8Array }

/**
 * One PDF made of several, in chunks to be written in order: `first` byte for byte with its tags and bookmarks, then,
 * as an update after its end, the list of documents and their pages, each page with its lines on a sheet of one size.
 * In place of a document without a PDF is the sheet that says why. Each document has a bookmark inside that of the list. The next PDF is requested only after the previous one has been
 * returned, so one at a time is in memory. Throws if one of them cannot be read; the chunks returned until then are not
 * a valid packet.
 */
export async function* appendPdfs(
  first: Uint8Array,
  sheets: RenderedSheets,
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
  const list = await addSheets(whole, pages, sheets)
  function* written(objects: readonly PDFRef[]) {
    for (const ref of objects) yield update.object(ref)
  }
  function attach({ branch, count }: { readonly branch: PDFRef; readonly count: number }) {
    tree.lookup(name('Kids'), PDFArray).push(branch)
    tree.set(name('Count'), PDFNumber.of(tree.lookup(name('Count'), PDFNumber).asNumber() + count))
  }
  yield* written(list.objects)
  attach(list)
  let drawn = 0
  for await (const { title, pages: count, pdf } of appended) {
    const lines = list.lines.slice(drawn, drawn + (pdf ? count : 1))
    drawn += lines.length
    const added = pdf
      ? await addDocument(whole, pages, pdf, lines).catch((error) => {
          throw new Error(`The document of "${title}" cannot be read.`, { cause: error })
        })
      : addSheet(whole, pages, lines[0])
    yield* written(added.objects)
    for (const ref of added.objects) context.delete(ref)
    attach(added)
    bookmarks.push({ title, page: added.firstPage })
    layers.push(added.layers)
  }
  joinLayers(whole, layers)
  const metadata = withoutClaim(whole)
  const changed = addBookmarks(whole, { title: 'Documents', page: list.firstPage }, bookmarks)
  yield* written([pages, ...metadata, ...changed, requireRef(context.trailerInfo.Root)])
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
