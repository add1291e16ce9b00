/** What other systems are told about submitted applications, and in which shapes: for deliveries and the export calls. */

export {
  demographicKeys,
  type EntryList,
  type ExportedEntry,
  entryFields,
  entryLists,
  secretKeys,
} from './exported-application.ts'
export { newestChange, readChanges } from './read-changes.ts'
export { type ExportedApplication, exportedFrom, readExported } from './read-exported.ts'
export { withoutKeys } from './without-keys.ts'
