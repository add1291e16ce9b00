export { temporaryAnswerRoutes } from './temporary-answer-routes.ts'
export { defineSweepJob, encryptTemporaryAnswersAgain, type TemporaryAnswerDeps } from './temporary-answers.ts'
