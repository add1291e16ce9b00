export { applicationNamed } from './application-named.ts'
export {
  type AcceptedSubmission,
  readSubmission,
  signedAnswers,
  type VersionAt,
  withdrawnAt,
} from './read-submission.ts'
export { defineReconcileJob } from './reconcile-job.ts'
export { reconcileSubmissions } from './reconcile-submissions.ts'
export { sendReceipt } from './send-receipt.ts'
export { openSnapshot, sealSnapshot, sealSnapshotAgain } from './snapshot.ts'
export { submissionRoutes } from './submission-routes.ts'
export type { Submissions } from './submissions.ts'
export { submitApplication } from './submit-application.ts'
