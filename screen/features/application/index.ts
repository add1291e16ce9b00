/** The door of the application: the person in this tab, their answers, and what frames the form pages. */
export { type Applicant, createApplicant } from './applicant.ts'
export { ApplicantContext, useSnapshot } from './applicant-context.ts'
export type { Shelf } from './drafts.ts'
export { FormLayout } from './form-layout.tsx'
export { mergeProfile } from './merge-profile.ts'
export { createObservable, type Observable } from './observable.ts'
export { postWebStatus } from './post-web-status.ts'
export { createShelves } from './shelves.ts'
