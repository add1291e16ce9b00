/** Checking answers and submitting the application. */

export { CHECK_ANSWERS } from './check-answers-section.ts'
export { ErrorSummary } from './error-summary.tsx'
export { SUMMARY_ID } from './focus-summary.ts'
export { CheckAnswers } from './lazy-check-answers.ts'
export { SubmitButton } from './lazy-submit-button.ts'
export { postWebStatus } from './post-web-status.ts'
export { reportProblems } from './report-problems.ts'
