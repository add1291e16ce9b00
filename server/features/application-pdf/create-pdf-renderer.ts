import { createThread } from './create-thread.ts'
import type { PdfContent } from './pdf-content.ts'
import type { RenderedPdf } from './typeset-pdf.ts'

const DEADLINE = 30_000 // ms; the longest PDFs take a hundredth of it

export type PdfRenderer = {
  /** Sets one PDF, after those asked for earlier. Rejects when it fails or takes longer than 30 s; then try again. */
  readonly renderPdf: (content: PdfContent) => Promise<RenderedPdf>
  /** Ends the thread; PDFs that are not finished are rejected, and so is whatever is asked for later. */
  readonly close: () => Promise<void>
}

/** Sets PDFs in one thread beside the server's own, started at the first PDF and again after a failure. */
export function createPdfRenderer(): PdfRenderer {
  const thread = createThread<PdfContent, RenderedPdf>(new URL('./pdf-worker.ts', import.meta.url), DEADLINE)
  return { renderPdf: thread.run, close: thread.close }
}
