export { exportedAnswers } from '../exported-application.ts'
export { attachedTo, submitted, withDocuments } from './submitted.ts'
