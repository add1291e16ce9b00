/** The person in this tab and their application. */

export type { Applicant, Erasure } from './applicant.ts'
export { ApplicantContext, useApplicant, useApplicantDeps, useSnapshot } from './applicant-context.ts'
export { createApplicant } from './create-applicant.ts'
export { mergeProfile } from './merge-profile.ts'
export { type Snapshot, visitor } from './snapshot.ts'
export { createStillApplicant } from './still-applicant.ts'
export { usePassAnswers } from './use-pass-answers.ts'
export { useTellNotSaved } from './use-tell-not-saved.ts'
