/** The public interface of the form: what is asked. Data only. */
export {
  changePasswordForm,
  confirmElsewhereForm,
  confirmForm,
  forgotForm,
  loginForm,
  loginWithCodeForm,
  resetForm,
  signUpForm,
} from './account.ts'
export { type AdmissionsKey, admissions, firstPath, nameKeys } from './admissions.ts'
export { dataModel } from './data-model.ts'
export { otherNames } from './options/other-names.ts'
export { retiredKeys } from './retired-keys.ts'
