/** What benchmarks and scripts may use of the server; the program itself starts in main.ts. */

export {
  createLookupThread,
  type ListKind,
  mergedSchools,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from './applying/lookups/index.ts'
export { judgedColleges, judgedHighSchools, qualityOf } from './applying/lookups/testing/index.ts'
export { createPdfRenderer, pdfContent } from './documents/application-pdf/index.ts'
export { veraPdf } from './documents/application-pdf/testing/index.ts'
export { createConverter, createOffice, refusals } from './documents/conversion/index.ts'
export { appendPdfs } from './documents/packets/testing/index.ts'
export { exportCalls } from './handing-over/export-calls/index.ts'
export { submitMany } from './handing-over/exports/testing/index.ts'
export { gradeOf } from './office/editions/index.ts'
export { controlSocketPath, sendCommand } from './platform/control/index.ts'
export { connectDatabase } from './platform/database/index.ts'
export { LANGUAGES, languagesThere, placesIn, readPo } from './platform/languages/index.ts'
export { metricsInMarkdown } from './platform/metrics/index.ts'
export { createKeyRing } from './platform/secrets/index.ts'
export { isSettingName, readSettings, settingsInEnvFile, settingsInMarkdown } from './platform/settings/index.ts'
export { startS3StandIn } from './platform/storage/testing/index.ts'
export { faceErrors, faceGaps } from './running/face/index.ts'
export { formOf, languagesOf, readInstitution, translationWarnings } from './running/institution/index.ts'
export { completeAnswers, silentLog, startPostgres } from './testing/index.ts'

export { docxOf, pdfOf, scanOf } from './testing/sample-files/index.ts'
