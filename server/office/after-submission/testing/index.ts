/** For tests: applicants who have submitted, and what can follow. */

export { withdrawApplication } from '../after-submission-routes.ts'
export { applyAgain, listApplications } from '../several-applications.ts'
export { afterSubmissionForTests, DAY, PDF } from './after-submission-for-tests.ts'
