import { z } from 'zod'
import { paths } from './paths.ts'

const said = z.object({ message: z.string() })
// Shape only: what an address or a password must look like is the account forms' business (form/account.ts).
const field = z.string().max(1000)

/** Accounts: sign-up to log-out (requirements 7). */
export const accountCalls = {
  signup: { ...paths.signup, access: 'public', body: z.object({ username: field, password: field }), reply: said },
  confirm: {
    ...paths.confirm,
    access: 'public',
    // The password only where the browser of the sign-up is another one (docs/decisions/0023).
    body: z.object({ username: field, code: field, password: field.optional() }),
    reply: said,
  },
  resendConfirm: { ...paths.resendConfirm, access: 'public', body: z.object({ username: field }), reply: said },
  login: {
    ...paths.login,
    access: 'public',
    // The code only when the reply asked for one (`login_code_needed`).
    body: z.object({ username: field, password: field, code: field.optional() }),
    reply: said.extend({ username: z.string() }),
  },
  forgotPassword: { ...paths.forgotPassword, access: 'public', body: z.object({ username: field }), reply: said },
  resetPassword: {
    ...paths.resetPassword,
    access: 'public',
    body: z.object({ username: field, password: field, confirm_password: field, id: field }),
    reply: said,
  },
  changePassword: {
    ...paths.changePassword,
    access: 'applicant',
    body: z.object({ current_password: field, password: field, confirm_password: field }),
    reply: said,
  },
  logout: { ...paths.logout, access: 'applicant', body: null, reply: said },
} as const
