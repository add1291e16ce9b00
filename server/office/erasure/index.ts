/** Erasing applications: on an applicant's or the office's word, or because their time has passed (docs/decisions/0072). */

export { eraseApplication } from './erase-application.ts'
export { defineErasedFilesJob, eraseListedAtStart } from './erase-files.ts'
export { certificateContent, erasureCertificate } from './erasure-certificate.ts'
export type { ErasureDeps } from './erasure-deps.ts'
export { erasureRoutes } from './erasure-routes.ts'
export { heldDataForLetter } from './held-data.ts'
export { defineRetentionJob, retentionCommand, retentionNow, retentionWarnings } from './retention.ts'
export { defineSearchJob, erasedBytesWarnings } from './search-erased.ts'
