/** Erasing applications: on an applicant's or the office's word, or because their time has passed (docs/decisions/0072). */

export { eraseApplication } from './erase-application.ts'
export { eraseListedAtStart } from './erase-listed.ts'
export { defineErasedFilesJob } from './erased-files-job.ts'
export { erasureRoutes } from './erasure-routes.ts'
export type { Erasures } from './erasures.ts'
export { defineRetentionJob, retentionCommand, retentionNow, retentionWarnings } from './retention-command.ts'
