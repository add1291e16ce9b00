/** What other systems are told about submitted applications, and in which shapes: for deliveries and the export calls. */

export {
  type EntryList,
  type ExportedEntry,
  entryFields,
  entryLists,
  keysOfGrade,
} from './exported-application.ts'
export {
  type ExportedApplication,
  endOfFeed,
  exportedFrom,
  newestChange,
  readChanges,
  readExported,
} from './read-exported.ts'
