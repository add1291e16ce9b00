/** The door of the server for what measures its parts; the program itself begins in main.ts. */
export { openConverter } from './conversion/index.ts'
export { docxOf, pdfOf } from './sample-files/index.ts'
