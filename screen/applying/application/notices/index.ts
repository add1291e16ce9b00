/** Messages and questions to the applicant about drafts, conflicts, saving and the status. */
export { Banner } from './banner.tsx'
export { ClearDevice } from './lazy-clear-device.ts'
export { DraftQuestions } from './lazy-draft-questions.ts'
export { SaveFailed, UnexpectedError } from './lazy-notices.ts'
export { RefusedAnswers } from './lazy-refused-answers.ts'
export { TermNotice } from './lazy-term-notice.tsx'
export { SaveLine } from './save-line.tsx'
export { TooLate } from './too-late.tsx'
