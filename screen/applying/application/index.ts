/**
 * The public interface of the application: the person in this tab, their answers, and the layout of the form pages. Its
 * folders go from what the device keeps to what is shown (script/architecture.ts has their order).
 */
export type { Applicant, Erasure } from './applicant/applicant.ts'
export { ApplicantContext, useSnapshot } from './applicant/applicant-context.ts'
export { createApplicant, mergeProfile } from './applicant/create-applicant.ts'
export { createDeviceStorages, type DeviceStorage, ERASED } from './drafts/drafts.ts'
export { TooLate } from './notices/lazy-notices.tsx'
export { FormLayout } from './page/form-layout.tsx'
export { FormPage, QuietQuestions } from './page/form-page.tsx'
export { CheckAnswers } from './submitting/error-summary.tsx'
export { SUMMARY_ID, summaryShown } from './submitting/focus-summary.ts'
export { postWebStatus } from './submitting/post-web-status.ts'
