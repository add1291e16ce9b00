/** The application PDF: what was submitted, as a PDF that a person reads, prints and files. */

export { applicationPdfRoutes } from './application-pdf-routes.ts'
export { createPdfRenderer } from './create-pdf-renderer.ts'
export type { ApplicationPdfDeps } from './deps.ts'
export { definePdfJob, requestPdf } from './make-pdf.ts'
export type { PacketSheets, PageShape, RenderedSheets } from './packet-sheets.ts'
export { pdfContent } from './pdf-content.ts'
export { sealChunks } from './pdf-seal.ts'
export { readPdfMark } from './read-pdf-mark.ts'
export { printedSubmission, renderApplicationPdf, renderUnsealedPdf } from './render-application-pdf.ts'
export { movePdf, storedPdf } from './stored-pdfs.ts'
export { verifyCommand } from './verify-command.ts'
