import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { say } from '../../../engine/index.ts'

/**
 * The number of pages of a PDF whose pages can be joined with others; else a sentence that says why they cannot. The
 * entries of a form and layers that are switched off belong to the whole document, so a page alone would not show what
 * it shows there.
 */
export async function countPdfPages(file: File): Promise<number | string> {
  const pdf = await opened(file)
  if (typeof pdf === 'string') return pdf
  const isWhole = ['AcroForm', 'OCProperties'].some((part) => pdf.catalog.lookupMaybe(PDFName.of(part), PDFDict))
  if (isWhole)
    return say(
      'A form or a PDF with layers can’t be joined with other files. Attach it alone, or print it to a new PDF.',
    )
  return pdf.getPageCount() || say('It has no pages.')
}

async function opened(file: File): Promise<PDFDocument | string> {
  try {
    return await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false })
  } catch (error) {
    const isLocked = error instanceof Error && /encrypted|password/i.test(error.message)
    return isLocked
      ? say('This PDF is protected with a password. Save it without one, and then add it again.')
      : say('This PDF cannot be opened. Please try another file.')
  }
}
