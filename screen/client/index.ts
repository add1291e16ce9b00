/**
 * The public interface of this folder: how the screen calls the server, and the data in the page. It renders nothing.
 */
export { askedForm, loadStructure } from './asked-form.ts'
export { type Call, type Calls, call, callOnce, callsAs, sendFile } from './call.ts'
export { CallError, type CallErrorCode, isForAll, unsentError } from './call-error.ts'
export { changeLanguage, followLanguage, loadWords, speak, spoken } from './language.ts'
export { type NavigationState, readNavigationState } from './navigation-state.ts'
export {
  forgetIdentityCookie,
  isLoggedIn,
  loggedInAs,
  NEW_IN_FORM,
  otherEdition,
  type PageData,
  pageData,
  providePageData,
  timeNow,
} from './page-data.ts'
export { createProfileSource, type ProfileSource } from './profile-source.ts'
export { createQueryClient } from './query-client.ts'
export { createErrorReport } from './report-error.ts'
export { SessionErrorContext, useSessionError } from './session-error.ts'
export { dayInWords, deadline, momentInWords } from './times.ts'
