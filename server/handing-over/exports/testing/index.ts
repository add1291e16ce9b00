export { exportedAnswers } from '../exported-application.ts'
export { requestedDocument, signedAgain } from './after-signing.ts'
export { submitMany } from './submit-many.ts'
export { attachedTo, submitted, withDocuments } from './submitted.ts'
