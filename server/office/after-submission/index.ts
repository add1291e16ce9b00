/**
 * What follows a submission: opening it again, asking for a document, withdrawing it, and applying for another term
 * (docs/decisions/0078).
 */

export type { AfterSubmission } from './after-submission.ts'
export { afterSubmissionRoutes } from './after-submission-routes.ts'
export { closeReopening, defineClosingJob } from './close-reopening.ts'
export { reopenApplication } from './reopen-application.ts'
export { requestDocument, takeBackRequest } from './request-document.ts'
