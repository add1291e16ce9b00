import { PDFDocument } from '@cantoo/pdf-lib'
import type { Judged } from './outcome.ts'
import { refusals } from './refusals.ts'

/** Nobody reads more in an application, and whoever makes a packet would wait for every one of them. */
const MOST_PAGES = 500

/** A PDF, or why it is refused for the number of its pages. */
export async function withinPages(judged: Judged): Promise<Judged> {
  if (!('pdf' in judged)) return judged
  const made = await PDFDocument.load(judged.pdf, { updateMetadata: false })
  return made.getPageCount() > MOST_PAGES ? { refused: refusals.tooManyPages } : judged
}
