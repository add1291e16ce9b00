import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { claimsAccess } from '../../platform/pdf/index.ts'
import { disarm } from './disarm.ts'
import { type ChangedWidget, drawForm } from './draw-form.ts'
import { drawingsIn, type Note, notesIn } from './draw-widget.ts'
import { keepStructure } from './keep-structure.ts'
import { addLinkSheet, hiddenLinks, linksIn, type PdfLink } from './links.ts'
import { missingWords, withoutSpaces } from './missing-words.ts'
import { type OpenPdf, openPdf, type RenderedPage } from './open-pdf.ts'
import { refusals } from './outcome.ts'

/** Comparing a page takes about 30 ms. */
const MAX_PAGES = 300

type Sanitized = { readonly pdf: Uint8Array } | { readonly refused: string }

/**
 * Keeps only the pages of a PDF: what they show, and links to pages of it. Scripts, actions, forms, attachments and
 * multimedia are removed; form entries are drawn into the page. A sheet after the last page says where other links led. Another reader compares the result with
 * the original, and a PDF that shows less is never delivered (docs/decisions/0021). `words` are those of the document
 * that the PDF was made from.
 */
export async function sanitizePdf(bytes: Uint8Array, words = ''): Promise<Sanitized> {
  const source = await load(bytes)
  if (source && inflatesTooFar(source)) return { refused: refusals.tooLong }
  const file = await openPdf(bytes)
  if (!file) return { refused: isLocked(bytes) ? refusals.lockedPdf : refusals.brokenPdf }
  if (file.pages === 0) return { refused: refusals.emptyPdf }
  if (file.pages > MAX_PAGES) return { refused: refusals.tooManyPages }
  if (words !== '' && missingWords(words, file.texts().join('\n')).length > 0) return { refused: refusals.lessWord }
  const drawings = source ? drawingsIn(source) : 0 // before cleaning, which changes it
  const first = source ? await clean(source, bytes) : broken
  if ('pdf' in first) return first
  // A file that one reader cannot handle may be fine once the other has rewritten it, with all that lies on its pages:
  // that reader does not miss what it never found, and others show it.
  const rewritten = file.rewritten()
  const again = rewritten && (await load(rewritten))
  const isWhole = again && !inflatesTooFar(again) && drawingsIn(again) >= drawings
  const second = isWhole ? await clean(again, bytes) : first
  return 'pdf' in second ? second : first
}

const broken: Sanitized = { refused: refusals.brokenPdf }

/** Many PDFs are encrypted only to forbid changes, and open for everyone with an empty password. */
async function load(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
  } catch {
    return undefined // damaged or locked: the other reader will tell which
  }
}

const isLocked = (bytes: Uint8Array) => Buffer.from(bytes).includes('/Encrypt')

/** Reading a PDF changes it, so each comparison opens its own. */
async function clean(source: PDFDocument, bytes: Uint8Array): Promise<Sanitized> {
  let pdf: Uint8Array
  let changed: readonly ChangedWidget[]
  let notes: readonly Note[]
  const clean = await PDFDocument.create()
  let links: readonly PdfLink[]
  try {
    notes = notesIn(source)
    links = linksIn(source)
    const drawn = await drawForm(source)
    if (!drawn) return { refused: refusals.undrawableForm }
    changed = drawn
    const mayClaim = claimsAccess(source) && drawn.length === 0 && links.length === 0
    disarm(source)
    copyPages(source, clean)
    keepStructure(source, clean, mayClaim)
    pdf = await clean.save(AS_IT_IS)
  } catch {
    return broken // a page tree that leads nowhere
  }
  const [before, after] = await Promise.all([openPdf(bytes), openPdf(pdf)])
  const lost = before && after ? visibleLoss(before, after, changed) : 'It cannot be read.'
  if (lost !== undefined) return { refused: refusals.changedPdf }
  // Loaded only for them: it takes half a second.
  if (notes.length > 0 && (await (await import('./second-look.ts')).losesNotes(bytes, pdf, notes)))
    return { refused: refusals.changedPdf }
  const hidden = before ? hiddenLinks(before, links) : links
  if (hidden.length === 0) return { pdf }
  await addLinkSheet(clean, hidden)
  return { pdf: await clean.save(AS_IT_IS) }
}

const AS_IT_IS = { addDefaultPage: false, updateFieldAppearances: false } as const

/** Copies all pages and the layers they use with one copier, so that hidden layers stay hidden. */
function copyPages(source: PDFDocument, clean: PDFDocument): void {
  const copier = PDFObjectCopier.for(source.context, clean.context)
  for (const page of source.getPages()) {
    const ref = copier.copy(page.ref)
    const leaf = clean.context.lookup(ref)
    if (!(ref instanceof PDFRef) || !(leaf instanceof PDFPageLeaf))
      throw new Error('The page tree contains something that is not a page.')
    clean.addPage(PDFPage.of(leaf, ref, clean))
  }
  const layers = PDFName.of('OCProperties')
  const stored = source.catalog.get(layers)
  if (stored) clean.catalog.set(layers, copier.copy(stored))
}

const MAX_BYTES = { drawing: 64 * 1024 ** 2, picture: 256 * 1024 ** 2 } // measured: 20 MB in 980 real files

/** Whether the drawings or pictures of a PDF inflate so much that a program opening it would run out of memory. */
function inflatesTooFar(source: PDFDocument): boolean {
  const total = { drawing: 0, picture: 0 }
  for (const [, object] of source.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    const kind = object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') ? 'picture' : 'drawing'
    const left = MAX_BYTES[kind] - total[kind]
    const size = inflatedSize(object, left)
    if (size > left) return true
    total[kind] += size
  }
  return false
}

function inflatedSize(stream: PDFRawStream, most: number): number {
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
  let bytes: Uint8Array = stream.contents
  // Only leading deflate filters count: after filters for pictures, nothing grows further.
  for (const each of filters) {
    if (each !== PDFName.of('FlateDecode') && each !== PDFName.of('Fl')) break
    try {
      bytes = inflateSync(bytes, { maxOutputLength: most + 1 })
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY
      break // damaged: readers show what was inflated until then, which has the same limit
    }
  }
  return bytes.length
}

/** How far a color may be off (of 255), and how many pixels per page may exceed that: rounding can move as much. */
const TOLERANCE = { colour: 64, pixels: 8 }

/**
 * What a converted PDF shows less than its source file; undefined if it shows everything. A widget whose text was drawn
 * anew is left out of the picture, and its words are counted; one whose state was changed is seen in that
 * state in the source too.
 */
export function visibleLoss(before: OpenPdf, after: OpenPdf, changed: readonly ChangedWidget[]): string | undefined {
  if (after.pages !== before.pages) return `${before.pages} pages became ${after.pages}.`
  for (let page = 0; page < before.pages; page += 1) {
    const here = changed.filter((each) => each.page === page)
    const texts = here.filter((each) => each.kind === 'text')
    const covered = texts.map(({ place }) => place)
    const source = before.render(page, {
      without: texts.map(({ annotation }) => annotation),
      covered,
      states: here.filter((each) => each.kind === 'state'),
    })
    const result = after.render(page, { without: [], covered, states: [] })
    if (!source) continue // a page that could not be read before is not lost
    const values = texts.map(({ value }) => value)
    const lost = result ? differenceOf(source, result, values) : 'cannot be read.'
    if (lost !== undefined) return `Page ${page + 1}: ${lost}`
  }
  return undefined
}

function differenceOf(source: RenderedPage, result: RenderedPage, values: readonly string[]): string | undefined {
  if (source.width !== result.width || source.height !== result.height) return 'it has another size.'
  const pixels = differentPixels(source.pixels, result.pixels)
  if (pixels > TOLERANCE.pixels) return `${pixels} pixels differ.`
  if (missingWords(values.join('\n'), result.text).length > 0) return 'what somebody typed into a form is gone.'
  // Together, so that a value is not found in what the page says anyway.
  const wanted = [source.text, ...values].join('\n')
  const words = missingWords(wanted, result.text)
  // Without the document's reading direction, a page may be read in another order, which is no loss.
  const sameLetters = pixels === 0 && withoutSpaces(wanted).length <= withoutSpaces(result.text).length
  return words.length > 0 && !sameLetters ? `${words.length} words are gone.` : undefined
}

function differentPixels(source: Uint8Array, result: Uint8Array): number {
  let count = 0
  for (let at = 0; at < source.length; at += 4) {
    const difference = (byte: number) => Math.abs((source[at + byte] ?? 0) - (result[at + byte] ?? 0))
    if (Math.max(difference(0), difference(1), difference(2)) > TOLERANCE.colour) count += 1
  }
  return count
}
