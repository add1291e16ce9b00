/** The door of the server for what measures its parts; the program itself begins in main.ts. */
export { openConverter } from './conversion/index.ts'
export {
  judgedColleges,
  judgedHighSchools,
  mergedSchools,
  openLookupThread,
  qualityOf,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from './lookups/index.ts'
export { docxOf, pdfOf } from './sample-files/index.ts'
