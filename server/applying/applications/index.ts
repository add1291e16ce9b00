export { readHistory } from './answer-history.ts'
export type { ApplicationDeps } from './application-deps.ts'
export { applicationRoutes } from './application-routes.ts'
export {
  accountIn,
  againIfErased,
  applicationIdOf,
  applicationOf,
  applicationWithId,
  isSubmitted,
  isSubmittedRow,
  makeCurrent,
  makeFormer,
  newApplication,
  ownerAccount,
  type StoredApplication,
  sealerOf,
} from './application-row.ts'
export { detachRequested, isConverting, REQUEST } from './attached-documents.ts'
export { defineCanonicalJob } from './canonical-job.ts'
export {
  type AskedQuestion,
  type CountedInProgress,
  countInProgress,
  type ListedOption,
  manyInProgress,
} from './count-in-progress.ts'
export {
  editApplication,
  editApplicationWithId,
  lockApplication,
  lockApplicationWithId,
  writeBack,
} from './edit-application.ts'
export { defineIndexJob, indexApplications } from './index-applications.ts'
export { asRequest, requestsOfRow, withoutUndefined } from './read-profile.ts'
export { createRecentAnswers } from './recent-answers.ts'
export { readPostedAnswers } from './save-answers.ts'
export { defineSealingJob, sealingWarnings, sealWhole } from './seal-applications.ts'
export { type Answers, openAnswers } from './stored-answers.ts'
export { appendStatuses, statusEntries } from './web-status.ts'
