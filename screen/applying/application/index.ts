/**
 * The public interface of the application: the person in this tab, their answers, and the layout of the form pages. Its
 * folders go from what the device keeps to what is shown (script/architecture.ts has their order).
 */
export {
  type Applicant,
  ApplicantContext,
  createApplicant,
  createStillApplicant,
  type Erasure,
  mergeProfile,
  useSnapshot,
} from './applicant/index.ts'
export {
  createDeviceStorages,
  type DeviceStorage,
  EARLY,
  type EarlyDraft,
  ERASED,
  earlyDraftIn,
} from './drafts/index.ts'
export { TooLate } from './notices/index.ts'
export { FormLayout, FormPage } from './page/index.ts'
export { CheckAnswers, postWebStatus, SUMMARY_ID } from './submitting/index.ts'
