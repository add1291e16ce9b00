/** The door of the server for what measures its parts; the program itself begins in main.ts. */
export { openConverter, openOffice } from './conversion/index.ts'
export { copyContent, openCopyRenderer } from './copies/index.ts'
export {
  judgedColleges,
  judgedHighSchools,
  type ListKind,
  mergedSchools,
  openLookupThread,
  qualityOf,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from './lookups/index.ts'
export { pdfWithOthers } from './packets/index.ts'
export { docxOf, pdfOf, scanOf } from './sample-files/index.ts'
