/** The door of the server for what measures it; the product enters by main.ts. */
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
