/** The door of the application: the person in this tab, their answers, and what frames the form pages. */
export { type Applicant, createApplicant } from './applicant.ts'
export { ApplicantContext, useSnapshot } from './applicant-context.ts'
export { FormLayout } from './form-layout.tsx'
export { FormPage } from './form-page.tsx'
export { postWebStatus } from './post-web-status.ts'
export { createShelves } from './shelves.ts'
