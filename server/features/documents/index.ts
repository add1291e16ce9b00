/** The documents: what applicants attach to questions, from the upload to the PDF and its removal. */
export { defineConversionJobs } from './conversion-jobs.ts'
export { createScan, scanWarnings } from './create-scan.ts'
export { defineDocumentMaintenance } from './document-maintenance.ts'
export { documentRoutes } from './document-routes.ts'
export { type DocumentScan, documentScans, scanInWords } from './document-scans.ts'
export type { Documents } from './documents.ts'
export { resumeAtStart } from './resume-conversions.ts'
export { documentWarnings, sweepCommand } from './sweep-command.ts'
