/** The lookups: schools and addresses, suggested while a person types. */

export { createLookupThread } from './create-lookup-thread.ts'
export { createLookups } from './create-lookups.ts'
// For the bench.
export { type ListKind, readList, type SchoolList } from './lists/read-list.ts'
export { lookupRoutes } from './lookup-routes.ts'
export { mergedSchools } from './merged-schools.ts'
export { schoolIndexOf } from './school-index.ts'
export { schoolsCommand } from './schools-command.ts'
export { starterSchools } from './starter-schools.ts'
export { judgedColleges, judgedHighSchools } from './testing/judged-queries.ts'
export { qualityOf } from './testing/quality-of.ts'
