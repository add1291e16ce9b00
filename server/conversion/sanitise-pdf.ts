import { EncryptedPDFError, PDFDocument, PDFName, PDFObjectCopier, PDFPage, PDFPageLeaf, PDFRef } from '@cantoo/pdf-lib'
import { disarm } from './disarm.ts'
import type { Judged } from './outcome.ts'
import { refusals } from './refusals.ts'

/**
 * The pages of a PDF, and nothing else of it: what stays is what they draw and links to pages, http(s) and mailto.
 * Scripts, actions, forms, attachments and multimedia are gone, a form's entries are drawn into the page.
 */
export async function sanitisePdf(bytes: Uint8Array): Promise<Judged> {
  const source = await loaded(bytes)
  if ('refused' in source) return source
  drawForms(source)
  for (const [, object] of source.context.enumerateIndirectObjects()) disarm(object)
  const clean = await PDFDocument.create()
  try {
    if (copyPages(source, clean) === 0) return { refused: refusals.emptyPdf }
  } catch {
    return { refused: refusals.brokenPdf } // a page tree that leads nowhere
  }
  return { pdf: await clean.save({ addDefaultPage: false, updateFieldAppearances: false }) }
}

async function loaded(bytes: Uint8Array): Promise<PDFDocument | { readonly refused: string }> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) return { refused: refusals.brokenPdf }
  }
  try {
    // Many a PDF is encrypted only to forbid changes and opens for everyone, with an empty password.
    return await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
  } catch {
    return { refused: refusals.lockedPdf }
  }
}

function drawForms(source: PDFDocument): void {
  try {
    const form = source.getForm()
    form.deleteXFA()
    form.flatten()
  } catch {
    // A form too odd to be drawn again keeps the appearance it came with: its widgets stay as plain drawings.
  }
}

/** Copies every page and the layers they use through one copier, so that hidden layers stay hidden. Returns how many. */
function copyPages(source: PDFDocument, clean: PDFDocument): number {
  const copier = PDFObjectCopier.for(source.context, clean.context)
  const pages = source.getPages()
  for (const page of pages) {
    const ref = copier.copy(page.ref)
    const leaf = clean.context.lookup(ref)
    if (!(ref instanceof PDFRef) || !(leaf instanceof PDFPageLeaf)) throw new Error('A page that is no page.')
    clean.addPage(PDFPage.of(leaf, ref, clean))
  }
  const layers = PDFName.of('OCProperties')
  const stored = source.catalog.get(layers)
  if (stored) clean.catalog.set(layers, copier.copy(stored))
  return pages.length
}
