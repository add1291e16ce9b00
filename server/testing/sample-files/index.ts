/** Files, harmless and hostile, that tests and measurements build. */
export { docxOf } from './docx-of.ts'
export { armedPdf, emptyPdf, layeredPdf, lockedPdf, pdfOf, scanOf } from './pdfs.ts'
export { createPdfSigner, type PdfSigner, plainPdf } from './sign-pdf.ts'
export { zipOf } from './zip-of.ts'
