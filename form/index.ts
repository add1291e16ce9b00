/** The public interface of the form: what is asked, as data, the applicant's name, and answers worth a second look. */
export {
  changeEmailForm,
  changePasswordForm,
  confirmElsewhereForm,
  confirmForm,
  deleteAccountForm,
  emailCodeForm,
  forgotForm,
  loginForm,
  loginWithCodeForm,
  resetForm,
  signUpForm,
} from './account.ts'
export { type AdmissionsKey, admissions, firstPath } from './admissions.ts'
export { carriedBlocks, carriedKeys } from './carried-keys.ts'
export { dataModel } from './data-model.ts'
export { documentFromPhone, fromPhoneForm } from './from-phone.ts'
export { legalName } from './legal-name.ts'
export { otherNames } from './options/other-names.ts'
export { retiredKeys } from './retired-keys.ts'
export { warningsIn } from './warnings/warnings-in.ts'
