/** What tests of other folders may use. */
export { readPdf, tight } from './read-pdf.ts'
