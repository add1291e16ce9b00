/** The application PDF: what was submitted, as a PDF that a person reads, prints and files. */

export { createPdfRenderer } from './create-pdf-renderer.ts'
export type { ApplicationPdfDeps } from './deps.ts'
export { draftPdfRoutes } from './draft-pdf.ts'
export { definePdfJob, renderApplicationPdf, renderDraft, renderUnsealedPdf, requestPdf } from './make-pdf.ts'
export {
  type PacketSheets,
  type PageShape,
  type PdfContent,
  pdfContent,
  pdfInstitution,
  plainContent,
  type RenderedSheets,
  timeWithZone,
} from './pdf-content.ts'
export { checkPdfRoute, sealChunks, verifyCommand } from './pdf-seal.ts'
export { openPdfSigner, type PdfSignature } from './pdf-signer.ts'
export { pdfMarkOf } from './read-pdf-mark.ts'
export { applicationPdfRoutes, movePdf, storedPdf } from './stored-pdfs.ts'
