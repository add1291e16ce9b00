import { createThread } from './create-thread.ts'
import type { PacketSheets, RenderedSheets } from './packet-sheets.ts'
import type { PdfContent } from './pdf-content.ts'
import type { PdfWork } from './pdf-worker.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import type { RenderedPdf } from './typeset-pdf.ts'

const DEADLINE = 30_000 // ms; the longest PDFs take a hundredth of it

export type PdfRenderer = {
  /** Renders one PDF, after those requested earlier. Rejects if it fails or takes longer than 30 s; then try again. */
  readonly renderPdf: (content: PdfContent) => Promise<RenderedPdf>
  /** Renders what a packet says about its documents, in the same order and with the same limit. */
  readonly renderSheets: (sheets: PacketSheets) => Promise<RenderedSheets>
  /** Ends the thread; unfinished and later requests are rejected. */
  readonly close: () => Promise<void>
}

/** Renders PDFs with this mark in a separate thread, which starts with the first PDF and again after a failure. */
export function createPdfRenderer(mark?: PdfMark): PdfRenderer {
  const thread = createThread<PdfWork, RenderedPdf | RenderedSheets>(
    new URL('./pdf-worker.ts', import.meta.url),
    DEADLINE,
    mark,
  )
  const failed = () => new Error('The thread answered another question.')
  return {
    renderPdf: async (application) => {
      const made = await thread.run({ application })
      if ('claim' in made) return made
      throw failed()
    },
    renderSheets: async (packetSheets) => {
      const made = await thread.run({ packetSheets })
      if ('listPages' in made) return made
      throw failed()
    },
    close: thread.close,
  }
}
