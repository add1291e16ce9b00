/** For tests: applicants who have submitted, and what can follow. */
export { applyAgain } from '../apply-again.ts'
export { listApplications } from '../list-applications.ts'
export { withdrawApplication } from '../withdraw-application.ts'
export { afterSubmissionForTests, DAY, PDF } from './after-submission-for-tests.ts'
