/** The method and path of every call (requirements 7). Plain data that the screen can import without the schemas. */
export const paths = {
  signup: { method: 'POST', path: '/public/signup' },
  confirm: { method: 'POST', path: '/public/confirm' },
  resendConfirm: { method: 'POST', path: '/public/resend-confirm' },
  login: { method: 'POST', path: '/public/login' },
  forgotPassword: { method: 'POST', path: '/public/forgot-password' },
  resetPassword: { method: 'POST', path: '/public/reset-password' },
  changePassword: { method: 'POST', path: '/api/change-password' },
  heldData: { method: 'GET', path: '/api/held-data' },
  deleteAccount: { method: 'POST', path: '/api/delete-account' },
  logout: { method: 'GET', path: '/api/logout' },
  profile: { method: 'GET', path: '/api/profile' },
  saveAnswers: { method: 'PUT', path: '/api/answer' },
  saveLastPage: { method: 'PUT', path: '/api/last-page' },
  saveWebStatus: { method: 'POST', path: '/api/web-status' },
  reportValidations: { method: 'POST', path: '/api/validations' },
  submit: { method: 'POST', path: '/api/submit' },
  pdfStatus: { method: 'GET', path: '/api/pdf' },
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
  find: { method: 'GET', path: '/lookup/find' },
  placeOfZip: { method: 'GET', path: '/lookup/zip' },
  clientError: { method: 'POST', path: '/public/client-error' },
} as const

export type CallName = keyof typeof paths

/** The parameters of a path: `{ answer_key }` for '/api/document-answer/:answer_key'. */
export type PathParameters<Path extends string> = Path extends `${string}/:${infer Name}`
  ? { readonly [Key in Name]: string }
  : unknown
