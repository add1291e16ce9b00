import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFCrossRefSection,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import type { PdfSignature, RenderedSheets } from '../application-pdf/index.ts'
import { addDocument, addSheet, addSheets, type Layers } from './add-document.ts'
import { createPacketTags } from './packet-tags.ts'

/** A PDF to append, with the title of its bookmark and the number of its pages; a document without pages has no PDF. */
export type AppendedPdf = { readonly title: string; readonly pages: number; readonly pdf?: Uint8Array }

/**
 * One PDF made of several, in chunks to be written in order: `first` byte for byte with its tags and bookmarks, then,
 * as an update after its end, the list of documents and their pages, each page with its lines on a sheet of one size.
 * In place of a document without a PDF is the sheet that says why. Each document has a bookmark inside that of the list. The next PDF is requested only after the previous one has been
 * returned, so one at a time is in memory. With a signature its blank dictionary is in the last chunk, as the table is.
 * Throws if one of them cannot be read; the chunks returned until then are not a valid packet.
 */
export async function* appendPdfs(
  first: Uint8Array,
  sheets: RenderedSheets,
  appended: AsyncIterable<AppendedPdf>,
  signature?: PdfSignature,
): AsyncGenerator<Uint8Array> {
  const whole = await PDFDocument.load(first, { updateMetadata: false })
  const { context, catalog } = whole
  const update = createUpdate(context, first)
  yield first

  const pages = requireRef(catalog.get(name('Pages')))
  const tree = context.lookup(pages, PDFDict)
  const bookmarks: { readonly title: string; readonly page: PDFRef }[] = []
  const layers: Layers[] = []
  const tags = createPacketTags(whole)
  const list = await addSheets(whole, pages, tags, sheets)
  const signed = signature && addSignatureField(whole, list.firstPage)
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
  let claims = true
  for await (const { title, pages: count, pdf } of appended) {
    const lines = list.lines.slice(drawn, drawn + (pdf ? count : 1))
    drawn += lines.length
    const added = pdf
      ? await addDocument(whole, pages, tags, { title, pdf, lines }).catch((error) => {
          throw new Error(`The document of "${title}" cannot be read.`, { cause: error })
        })
      : addSheet(whole, pages, tags, title, lines[0])
    yield* written(added.objects)
    for (const ref of added.objects) context.delete(ref)
    attach(added)
    bookmarks.push({ title, page: added.firstPage })
    layers.push(added.layers)
    claims &&= added.claims
  }
  joinLayers(whole, layers)
  const metadata = withoutClaims(whole, claims)
  const changed = addBookmarks(whole, { title: 'Documents', page: list.firstPage }, bookmarks)
  yield* written([
    pages,
    ...tags.changed(),
    ...metadata,
    ...changed,
    ...(signed ? [signed.field] : []),
    requireRef(context.trailerInfo.Root),
  ])
  const dictionary = signature && signed ? [update.text(signed.value, signature.dictionary)] : []
  yield Buffer.concat([...dictionary, update.end()])
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
  catalog.set(
    name('OCProperties'),
    context.obj({ OCGs: [...all], D: { Name: PDFHexString.fromText('Documents'), OFF: [...hidden] } }),
  )
}

/**
 * The field of the signature, and where its dictionary will be. That of a signed application PDF becomes the packet's:
 * with two of them readers would say of the first that pages were added after it. In the bytes of the application PDF its
 * signature stays.
 */
function addSignatureField(
  { context, catalog }: PDFDocument,
  page: PDFRef,
): { readonly field: PDFRef; readonly value: PDFRef } {
  const value = context.nextRef()
  const fields = catalog.lookupMaybe(name('AcroForm'), PDFDict)?.lookup(name('Fields'), PDFArray)
  if (fields) {
    const field = requireRef(fields.get(0))
    context.lookup(field, PDFDict).set(name('V'), value)
    return { field, value }
  }
  const entries = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('Signature'), F: 132 }
  const place = { TU: PDFString.of('Digital signature of this file'), Rect: [0, 0, 0, 0], P: page }
  const field = context.register(context.obj({ ...entries, ...place, V: value }))
  const first = context.lookup(page, PDFDict)
  first.set(name('Annots'), context.obj([field]))
  first.set(name('Tabs'), name('S'))
  catalog.set(name('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
  return { field, value }
}

/** The file meets PDF/A no longer, and PDF/UA only if all that was added does. */
function withoutClaims({ context, catalog }: PDFDocument, isUsable: boolean): readonly PDFRef[] {
  const ref = catalog.get(name('Metadata'))
  const stream = context.lookup(ref)
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return []
  const xmp = Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
  const claims = isUsable ? 'pdfaid' : 'pdfuaid|pdfaid'
  const rest = xmp.replace(new RegExp(`<(${claims}):(part|conformance)>\\w+</\\1:\\2>`, 'g'), '')
  context.assign(ref, context.stream(Buffer.from(rest), { Type: 'Metadata', Subtype: 'XML' }))
  return [ref]
}

/** A bookmark's target and its title, in any script. */
type Bookmark = { readonly title: string; readonly page: PDFRef }

/** Adds an open bookmark that contains `bookmarks` after the PDF's existing ones; returns new and changed objects. */
function addBookmarks(
  { context, catalog }: PDFDocument,
  heading: Bookmark,
  bookmarks: readonly Bookmark[],
): readonly PDFRef[] {
  const stored = catalog.get(name('Outlines'))
  const root = stored instanceof PDFRef ? stored : context.register(context.obj({ Type: 'Outlines' }))
  catalog.set(name('Outlines'), root)
  const outlines = context.lookup(root, PDFDict)
  const before = outlines.get(name('Last'))

  const bookmarkEntries = ({ title, page }: Bookmark) => ({ Title: PDFHexString.fromText(title), Dest: [page, 'Fit'] })
  const group = context.nextRef()
  const items = bookmarks.map((bookmark) =>
    context.register(context.obj({ ...bookmarkEntries(bookmark), Parent: group })),
  )
  items.forEach((item, index) => {
    const [previous, next] = [items[index - 1], items[index + 1]]
    if (previous) context.lookup(item, PDFDict).set(name('Prev'), previous)
    if (next) context.lookup(item, PDFDict).set(name('Next'), next)
  })
  const links = { Parent: root, Prev: before, First: items[0], Last: items.at(-1), Count: items.length }
  context.assign(group, context.obj({ ...bookmarkEntries(heading), ...links }))

  if (before instanceof PDFRef) context.lookup(before, PDFDict).set(name('Next'), group)
  else outlines.set(name('First'), group)
  outlines.set(name('Last'), group)
  const open = outlines.lookupMaybe(name('Count'), PDFNumber)?.asNumber() ?? 0
  outlines.set(name('Count'), PDFNumber.of(open + 1 + items.length))
  return [root, group, ...items, ...(before instanceof PDFRef ? [before] : [])]
}

/** What is appended to a PDF to change it: the objects one by one, then the table that locates them. */
type PdfUpdate = {
  /** The bytes of an object in its current state, which replace an earlier object of that number. */
  readonly object: (ref: PDFRef) => Uint8Array
  /** The same of an object whose bytes are given. */
  readonly text: (ref: PDFRef, text: string) => Uint8Array
  /** The last bytes: the positions of the objects and of the previous table. */
  readonly end: () => Uint8Array
}

/** An update to append to `file`. Throws if the file's table is in a stream, as the update's would then have to be. */
function createUpdate(context: PDFContext, file: Uint8Array): PdfUpdate {
  const last = Buffer.from(file.subarray(-64)).toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(last)?.[1])
  if (Buffer.from(file.subarray(previous, previous + 4)).toString('latin1') !== 'xref') {
    throw new Error('The cross-reference table of this PDF cannot be extended.')
  }
  const places: { readonly ref: PDFRef; readonly offset: number }[] = []
  let length = file.length
  function placed(ref: PDFRef, bytes: Uint8Array): Uint8Array {
    places.push({ ref, offset: length + 1 })
    length += bytes.length
    return bytes
  }
  return {
    object: (ref) => placed(ref, objectBytes(context.lookup(ref), `\n${ref.objectNumber} 0 obj\n`, '\nendobj')),
    text: (ref, text) => placed(ref, Buffer.from(`\n${ref.objectNumber} 0 obj\n${text}\nendobj`, 'latin1')),
    end: () => {
      const table = PDFCrossRefSection.createEmpty()
      // Sorted by number, because consecutive numbers form one section of the table.
      places.sort((one, other) => one.ref.objectNumber - other.ref.objectNumber)
      for (const { ref, offset } of places) table.addEntry(ref, offset)
      const { Root, Info, ID } = context.trailerInfo
      const trailer = context.obj({ Size: context.largestObjectNumber + 1, Root, Info, ID, Prev: previous })
      return Buffer.from(`\n${table}trailer\n${trailer}\nstartxref\n${length + 1}\n%%EOF\n`, 'latin1')
    },
  }
}

function objectBytes(object: PDFObject | undefined, before: string, after: string): Uint8Array {
  if (object === undefined) return Buffer.from(`${before}null${after}`)
  const bytes = Buffer.alloc(before.length + object.sizeInBytes() + after.length)
  bytes.write(before, 'latin1')
  const end = before.length + object.copyBytesInto(bytes, before.length)
  bytes.write(after, end, 'latin1')
  return bytes
}
