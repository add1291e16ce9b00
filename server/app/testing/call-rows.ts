import { randomUUID } from 'node:crypto'
import type { CallName } from '../../../api/index.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'

/** A different person each time, because the requests of one address are limited. */
const someone = () => ({ username: `${randomUUID()}@mail.example` })

/** What each call of the contract is given, and the status for nobody and for an applicant without answers. */
export const rows: Record<CallName, { body?: unknown; query?: string; nobody: number; applicant: number }> = {
  signup: { body: { username: 'x', password: 'y' }, nobody: 400, applicant: 400 },
  confirm: { body: { username: 'a@b.example', code: '000000' }, nobody: 400, applicant: 400 },
  resendConfirm: { body: someone, nobody: 200, applicant: 200 },
  login: { body: { username: 'a@b.example', password: 'wrong' }, nobody: 400, applicant: 400 },
  forgotPassword: { body: someone, nobody: 200, applicant: 200 },
  resetPassword: {
    body: {
      username: 'a@b.example',
      password: 'Larch-and-snow 2027',
      confirm_password: 'Larch-and-snow 2027',
      id: 'x',
    },
    nobody: 400,
    applicant: 400,
  },
  changePassword: {
    body: { current_password: 'x', password: 'Larch-and-snow 2027', confirm_password: 'Larch-and-snow 2027' },
    nobody: 401,
    applicant: 400,
  },
  find: { query: '?text=bozeman&category=address', nobody: 200, applicant: 200 },
  placeOfZip: { query: '?zip=59715', nobody: 200, applicant: 200 },
  checkPdf: { body: { length: 0, seals: [] }, nobody: 200, applicant: 200 },
  clientError: { body: { message: 'm', route: '/about', release: '1' }, nobody: 200, applicant: 200 },
  keepAnswers: { body: { answer: { first_name: 'Eve' } }, nobody: 201, applicant: 201 },
  serviceView: { query: '?service_token=x', nobody: 404, applicant: 404 },
  keptAnswers: { query: '?token=x', nobody: 404, applicant: 404 },
  endKeptAnswers: { body: { token: 'x' }, nobody: 200, applicant: 200 },
  makePhoneLink: { body: { answer_key: 'stopintl_copy' }, nobody: 401, applicant: 200 },
  openPhoneLink: { body: { phone_token: 'x' }, nobody: 404, applicant: 404 },
  presignFromPhone: { body: { phone_token: 'x' }, nobody: 404, applicant: 404 },
  startFromPhone: { body: { phone_token: 'x', file_key: 'x', file_name: 'x' }, nobody: 404, applicant: 404 },
  conversionFromPhone: { body: { phone_token: 'x' }, nobody: 404, applicant: 404 },
  deleteFromPhone: { body: { phone_token: 'x' }, nobody: 404, applicant: 404 },
  profile: { nobody: 401, applicant: 200 },
  saveAnswers: { body: { middle_name: 'Q' }, nobody: 401, applicant: 200 },
  answerChanges: { query: '?device=laptop0000000000', nobody: 401, applicant: 200 },
  saveLastPage: { body: { last_page: '/about' }, nobody: 401, applicant: 200 },
  saveWebStatus: { body: { web_status: 'started' }, nobody: 401, applicant: 200 },
  reportValidations: { body: { first_name: ['First Name'] }, nobody: 401, applicant: 200 },
  submit: { nobody: 401, applicant: 422 },
  pdfStatus: { nobody: 401, applicant: 200 },
  saveAddAnother: { body: { button_id: 'colleges', num_components: 2 }, nobody: 401, applicant: 200 },
  addAnother: { nobody: 401, applicant: 200 },
  saveTab: { body: { tab_id: 'none', chosen_tab: 'none' }, nobody: 401, applicant: 400 },
  tabs: { nobody: 401, applicant: 200 },
  presignUpload: { body: { answer_key: 'none' }, nobody: 401, applicant: 400 },
  documentAnswer: { nobody: 401, applicant: 200 },
  startConversion: { body: { file_key: 'none', file_name: 'visa.pdf' }, nobody: 401, applicant: 400 },
  conversion: { nobody: 401, applicant: 400 },
  deleteConversion: { nobody: 401, applicant: 400 },
  deleteDocument: { nobody: 401, applicant: 400 },
  heldData: { nobody: 401, applicant: 200 },
  whoReads: { nobody: 401, applicant: 200 },
  ownApplications: { nobody: 401, applicant: 200 },
  applyAgain: { nobody: 401, applicant: 409 },
  openApplication: { body: { id: NO_ID }, nobody: 401, applicant: 404 },
  withdrawApplication: { body: { id: NO_ID }, nobody: 401, applicant: 404 },
  deleteAccount: { body: { current_password: 'x' }, nobody: 401, applicant: 400 },
  askEmailChange: { body: { current_password: 'x', username: 'new@mail.example' }, nobody: 401, applicant: 400 },
  emailChange: { nobody: 401, applicant: 200 },
  confirmEmailChange: { body: { code: '000000' }, nobody: 401, applicant: 400 },
  cancelEmailChange: { nobody: 401, applicant: 200 },
  devices: { nobody: 401, applicant: 200 },
  endDevice: { nobody: 401, applicant: 200 },
  endOtherDevices: { nobody: 401, applicant: 200 },
  // Last, because it ends the session.
  logout: { nobody: 401, applicant: 200 },
}
