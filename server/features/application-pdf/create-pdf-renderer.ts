import { createThread } from './create-thread.ts'
import type { PdfContent } from './pdf-content.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import type { RenderedPdf } from './typeset-pdf.ts'

const DEADLINE = 30_000 // ms; the longest PDFs take a hundredth of it

export type PdfRenderer = {
  /** Renders one PDF, after those requested earlier. Rejects if it fails or takes longer than 30 s; then try again. */
  readonly renderPdf: (content: PdfContent) => Promise<RenderedPdf>
  /** Ends the thread; unfinished and later requests are rejected. */
  readonly close: () => Promise<void>
}

/** Renders PDFs with this mark in a separate thread, which starts with the first PDF and again after a failure. */
export function createPdfRenderer(mark?: PdfMark): PdfRenderer {
  const thread = createThread<PdfContent, RenderedPdf>(new URL('./pdf-worker.ts', import.meta.url), DEADLINE, mark)
  return { renderPdf: thread.run, close: thread.close }
}
