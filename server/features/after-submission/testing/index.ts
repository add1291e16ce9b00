/** For tests: applicants who have submitted, and what can follow. */
export { afterSubmissionForTests, DAY, PDF } from './after-submission-for-tests.ts'
