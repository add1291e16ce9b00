/** What other systems are told about submitted applications, and in which shapes: for deliveries and the export calls. */

export {
  type EntryList,
  type ExportedEntry,
  entryFields,
  entryLists,
  keysOfGrade,
} from './exported-application.ts'
export {
  type Change,
  type ExportedApplication,
  endOfFeed,
  exportedFrom,
  newestChange,
  readChanges,
  readExported,
  readFeed,
} from './read-exported.ts'
