/** The door of the contract for the screen: paths, status words and the error catalogue, without the schemas. */
export { ACCOUNT, ANSWER_ORDER, formatAnswerOrder, LONGEST_ORDER, parseAnswerOrder } from './answer-order.ts'
export { type ErrorCode, errors, ownErrors } from './errors.ts'
export { fileLimits, fileProblem, inMegabytes, slowestUpload } from './file-problem.ts'
export type { LookupCategory } from './lookup-category.ts'
export { type CallName, type PathParameters, paths } from './paths.ts'
export { NOT_CONVERTED, SUBMITTED } from './sentences.ts'
export { type WebStatus, webStatuses, webStatusFrom } from './status.ts'
