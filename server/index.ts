/** What benchmarks and scripts may use of the server; the program itself starts in main.ts. */

export { createPdfRenderer, pdfContent } from './features/application-pdf/index.ts'
export { createConverter, createOffice, refusals } from './features/conversion/index.ts'
export { submitMany } from './features/exports/testing/index.ts'
export { formOf, readInstitution } from './features/institution/index.ts'
export {
  createLookupThread,
  type ListKind,
  mergedSchools,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from './features/lookups/index.ts'
export { judgedColleges, judgedHighSchools, qualityOf } from './features/lookups/testing/index.ts'
export { appendPdfs } from './features/packets/index.ts'
export { controlSocketPath, sendCommand } from './platform/control/index.ts'
export { connectDatabase } from './platform/database/index.ts'
export { metricsInMarkdown } from './platform/metrics/index.ts'

export { createKeyRing } from './platform/secrets/index.ts'
export { isSettingName, readSettings, settingsInEnvFile, settingsInMarkdown } from './platform/settings/index.ts'
export { completeAnswers, silentLog, startPostgres } from './testing/index.ts'

export { docxOf, pdfOf, scanOf } from './testing/sample-files/index.ts'
