export { setPdfStatus, storePdf } from '../stored-pdfs.ts'
/** What tests of other folders may use. */
export { createTypesetter } from '../typeset-pdf.ts'
export { readPdf, tight } from './read-pdf.ts'
export { veraPdf } from './verapdf.ts'
