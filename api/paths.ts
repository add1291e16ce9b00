/** The method and path of every call (requirements 7). Plain data that the screen can import without the schemas. */
export const paths = {
  signup: { method: 'POST', path: '/public/signup' },
  confirm: { method: 'POST', path: '/public/confirm' },
  resendConfirm: { method: 'POST', path: '/public/resend-confirm' },
  login: { method: 'POST', path: '/public/login' },
  forgotPassword: { method: 'POST', path: '/public/forgot-password' },
  resetPassword: { method: 'POST', path: '/public/reset-password' },
  changePassword: { method: 'POST', path: '/api/change-password' },
  askEmailChange: { method: 'POST', path: '/api/email-change' },
  emailChange: { method: 'GET', path: '/api/email-change' },
  confirmEmailChange: { method: 'POST', path: '/api/email-change/code' },
  cancelEmailChange: { method: 'DELETE', path: '/api/email-change' },
  devices: { method: 'GET', path: '/api/devices' },
  endDevice: { method: 'DELETE', path: '/api/devices/:device_id' },
  endOtherDevices: { method: 'DELETE', path: '/api/devices' },
  heldData: { method: 'GET', path: '/api/held-data' },
  whoReads: { method: 'GET', path: '/api/who-reads' },
  deleteAccount: { method: 'POST', path: '/api/delete-account' },
  logout: { method: 'GET', path: '/api/logout' },
  profile: { method: 'GET', path: '/api/profile' },
  saveAnswers: { method: 'PUT', path: '/api/answer' },
  answerChanges: { method: 'GET', path: '/api/answer-changes' },
  saveLastPage: { method: 'PUT', path: '/api/last-page' },
  saveWebStatus: { method: 'POST', path: '/api/web-status' },
  reportValidations: { method: 'POST', path: '/api/validations' },
  submit: { method: 'POST', path: '/api/submit' },
  formChanges: { method: 'GET', path: '/api/form-changes' },
  newSinceSigned: { method: 'GET', path: '/api/new-since-signed' },
  pdfStatus: { method: 'GET', path: '/api/pdf' },
  draftPdf: { method: 'GET', path: '/api/pdf/draft' },
  saveAddAnother: { method: 'PUT', path: '/api/add-another' },
  addAnother: { method: 'GET', path: '/api/add-another' },
  saveTab: { method: 'PUT', path: '/api/tabs' },
  tabs: { method: 'GET', path: '/api/tabs' },
  keepAnswers: { method: 'POST', path: '/public/tmp' },
  keptAnswers: { method: 'GET', path: '/public/tmp' },
  endKeptAnswers: { method: 'DELETE', path: '/public/tmp' },
  serviceView: { method: 'GET', path: '/service/tmp-pdf' },
  presignUpload: { method: 'POST', path: '/api/presigned-url' },
  documentAnswer: { method: 'GET', path: '/api/document-answer' },
  startConversion: { method: 'POST', path: '/api/pdf/document-answer/:answer_key' },
  conversion: { method: 'GET', path: '/api/pdf/document-answer/:answer_key' },
  deleteConversion: { method: 'DELETE', path: '/api/pdf/document-answer/:answer_key' },
  deleteDocument: { method: 'DELETE', path: '/api/document-answer/:answer_key' },
  makePhoneLink: { method: 'POST', path: '/api/phone-link' },
  openPhoneLink: { method: 'POST', path: '/public/phone-link' },
  presignFromPhone: { method: 'POST', path: '/public/phone-link/presigned-url' },
  startFromPhone: { method: 'POST', path: '/public/phone-link/document' },
  conversionFromPhone: { method: 'POST', path: '/public/phone-link/conversion' },
  deleteFromPhone: { method: 'DELETE', path: '/public/phone-link/document' },
  ownApplications: { method: 'GET', path: '/api/applications' },
  applyAgain: { method: 'POST', path: '/api/apply-again' },
  openApplication: { method: 'POST', path: '/api/open-application' },
  withdrawApplication: { method: 'POST', path: '/api/withdraw' },
  find: { method: 'GET', path: '/lookup/find' },
  placeOfZip: { method: 'GET', path: '/lookup/zip' },
  checkPdf: { method: 'POST', path: '/public/check-pdf' },
  clientError: { method: 'POST', path: '/public/client-error' },
} as const

export type CallName = keyof typeof paths

/** The parameters of a path: `{ answer_key }` for '/api/document-answer/:answer_key'. */
export type PathParameters<Path extends string> = Path extends `${string}/:${infer Name}`
  ? { readonly [Key in Name]: string }
  : unknown

/** The statuses of an application, in order (requirement 4.status.1). 'none' means that there is no entry. */
export const webStatuses = ['started', 'validating', 'submitted'] as const
export type WebStatus = (typeof webStatuses)[number]

/** The state of an application PDF or a conversion (requirement 3.state.7). */
export const conversionStatuses = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED'] as const

/** The status that follows from a profile's entries: the number of distinct known statuses (requirement 4.status.2). */
export function webStatusFrom(entries: readonly { readonly web_status: string }[]): WebStatus | 'none' {
  const known = new Set(
    entries.map((each) => each.web_status).filter((each) => webStatuses.some((one) => one === each)),
  )
  return known.size === 0 ? 'none' : (webStatuses[known.size - 1] ?? 'none')
}

/** The categories of lookups (requirement 3.state.17). */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const
export type LookupCategory = (typeof lookupCategories)[number]

/** How long a mailed code confirms an account. The screen says so, and the server keeps to it. */
export const CODE_MINUTES = 30
