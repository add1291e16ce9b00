/** The public interface of the form: what is asked, as data, the applicant's name, and answers worth a second look. */
export {
  changeEmailForm,
  changePasswordForm,
  confirmElsewhereForm,
  confirmForm,
  deleteAccountForm,
  documentFromPhone,
  emailCodeForm,
  forgotForm,
  fromPhoneForm,
  loginForm,
  loginWithCodeForm,
  resetForm,
  signUpForm,
} from './account.ts'
export {
  type AdmissionsKey,
  admissions,
  carriedBlocks,
  carriedKeys,
  firstPath,
  hasOneName,
  legalName,
} from './admissions.ts'
export { dataModel } from './data-model.ts'
export { needs, optionNeeds } from './needs.ts'
export { otherNames } from './options/names-of-countries.ts'
export { type QuietQuestion, quietQuestionsIn } from './quiet-questions.ts'
export { baseRegister, registerText } from './register.ts'
export { domestic, type SampleApplicant, sampleApplicants } from './sample-applicants.ts'
export { warningsIn } from './warnings.ts'
