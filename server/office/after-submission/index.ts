/**
 * What follows a submission: opening it again, asking for a document, withdrawing it, and applying for another term
 * (docs/decisions/0078).
 */

export type { AfterSubmissionDeps } from './after-submission-deps.ts'
export { afterSubmissionRoutes } from './after-submission-routes.ts'
export { closeReopening, defineClosingJob, reopenApplication } from './reopening.ts'
export { requestDocument, takeBackRequest } from './request-document.ts'
