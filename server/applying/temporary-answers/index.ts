export { encryptTemporaryAnswersAgain } from './encrypt-again.ts'
export { defineSweepJob } from './sweep-job.ts'
export { temporaryAnswerRoutes } from './temporary-answer-routes.ts'
export type { TemporaryAnswers } from './temporary-answers.ts'
