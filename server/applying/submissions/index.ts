export { compressSigned, defineCompressJob } from './compress-signed.ts'
export {
  type AcceptedSubmission,
  applicationNamed,
  readSubmission,
  signedAnswers,
  type VersionAt,
  withdrawnAt,
} from './read-submission.ts'
export { defineReconcileJob, reconcileSubmissions } from './reconcile-submissions.ts'
export { sendReceipt } from './send-receipt.ts'
export { openSnapshot, type Snapshot, sealSnapshot, sealSnapshotAgain, snapshotOf } from './snapshot.ts'
export { standingOf } from './standing.ts'
export type { SubmissionDeps } from './submission-deps.ts'
export { submissionRoutes, submitApplication } from './submit-application.ts'
