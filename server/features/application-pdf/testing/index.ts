/** The door for tests of other subjects. */
export { readPdf, tight } from './read-pdf.ts'
