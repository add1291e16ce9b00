export { exportedAnswers } from '../exported-application.ts'
export { requestedDocument, signedAgain } from './after-signing.ts'
export { attachedTo, submitMany, submitted, withDocuments } from './submitted.ts'
