import { PDFDocument, PDFName, PDFObjectCopier, PDFPage, PDFPageLeaf, PDFRef } from '@cantoo/pdf-lib'
import { disarm } from './disarm.ts'
import { type ChangedWidget, drawForm } from './draw-form.ts'
import { type Note, notesIn } from './draw-widget.ts'
import { inflatesTooFar } from './inflates-too-far.ts'
import { missingWords } from './missing-words.ts'
import { openPdf } from './open-pdf.ts'
import type { ChildReply } from './outcome.ts'
import { refusals } from './refusals.ts'
import { visibleLoss } from './visible-loss.ts'

/** Comparing a page takes about 30 ms. */
const MAX_PAGES = 300

/**
 * Keeps only the pages of a PDF: what they show, and links to pages, http(s) and mailto. Scripts, actions, forms,
 * attachments and multimedia are removed; form entries are drawn into the page. Another reader compares the result with
 * the original, and a PDF that shows less is never delivered (docs/decisions/0021). `words` are those of the document
 * that the PDF was made from.
 */
export async function sanitizePdf(bytes: Uint8Array, words = ''): Promise<ChildReply> {
  const source = await load(bytes)
  if (source && inflatesTooFar(source)) return { refused: refusals.tooLong }
  const file = await openPdf(bytes)
  if (!file) return { refused: isLocked(bytes) ? refusals.lockedPdf : refusals.brokenPdf }
  if (file.pages === 0) return { refused: refusals.emptyPdf }
  if (file.pages > MAX_PAGES) return { refused: refusals.tooManyPages }
  if (words !== '' && missingWords(words, file.texts().join('\n')).length > 0) return { refused: refusals.lessWord }
  const first = source ? await clean(source, bytes) : broken
  if ('pdf' in first) return first
  // A file that one reader cannot handle may be fine once the other has rewritten it.
  const rewritten = file.rewritten()
  const again = rewritten && (await load(rewritten))
  const second = again && !inflatesTooFar(again) ? await clean(again, bytes) : first
  return 'pdf' in second ? second : first
}

const broken: ChildReply = { refused: refusals.brokenPdf }

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
async function clean(source: PDFDocument, bytes: Uint8Array): Promise<ChildReply> {
  let pdf: Uint8Array
  let changed: readonly ChangedWidget[]
  let notes: readonly Note[]
  try {
    notes = notesIn(source)
    const drawn = await drawForm(source)
    if (!drawn) return { refused: refusals.undrawableForm }
    changed = drawn
    disarm(source)
    const clean = await PDFDocument.create()
    copyPages(source, clean)
    pdf = await clean.save({ addDefaultPage: false, updateFieldAppearances: false })
  } catch {
    return broken // a page tree that leads nowhere
  }
  const [before, after] = await Promise.all([openPdf(bytes), openPdf(pdf)])
  const lost = before && after ? visibleLoss(before, after, changed) : 'It cannot be read.'
  if (lost !== undefined) return { refused: refusals.changedPdf }
  if (notes.length === 0) return { pdf }
  // Loaded only for them: it takes half a second.
  const { losesNotes } = await import('./second-look.ts')
  return (await losesNotes(bytes, pdf, notes)) ? { refused: refusals.changedPdf } : { pdf }
}

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
