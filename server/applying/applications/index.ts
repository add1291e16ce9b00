export { againIfErased } from './again-if-erased.ts'
export { applicationIdOf } from './application-id-of.ts'
export { applicationRoutes } from './application-routes.ts'
export {
  applicationOf,
  applicationWithId,
  newApplication,
  type StoredApplication,
  sealerOf,
} from './application-row.ts'
export type { Applications } from './applications.ts'
export { detachRequested, isConverting, REQUEST } from './attached-documents.ts'
export { defineCanonicalJob } from './canonical-job.ts'
export {
  editApplication,
  editApplicationWithId,
  lockApplication,
  lockApplicationWithId,
  writeBack,
} from './edit-application.ts'
export { indexApplications } from './index-applications.ts'
export { defineIndexJob } from './index-job.ts'
export { isSubmitted, isSubmittedRow } from './is-submitted.ts'
export { accountIn, ownerAccount } from './owner-account.ts'
export { readPostedAnswers } from './read-posted-answers.ts'
export { createRecentAnswers } from './recent-answers.ts'
export { type Answers, openAnswers, sealAnswersAgain } from './stored-answers.ts'
export { makeFormer, turnTo } from './turn-to.ts'
export { appendStatuses, statusEntries } from './web-status.ts'
export { withoutUndefined } from './without-undefined.ts'
