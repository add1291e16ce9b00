import { z } from 'zod'
import { paths } from './paths.ts'

const messageReply = z.object({ message: z.string() })
// Checks only the shape. The account forms define valid addresses and passwords (form/account.ts).
const field = z.string().max(1000)

/** Account calls, from sign-up to logout (requirements 7). */
export const accountCalls = {
  signup: {
    ...paths.signup,
    access: 'public',
    body: z.object({ username: field, password: field }),
    reply: messageReply,
  },
  confirm: {
    ...paths.confirm,
    access: 'public',
    // The password is needed only in a browser other than the one used to sign up (docs/decisions/0023).
    body: z.object({ username: field, code: field, password: field.optional() }),
    reply: messageReply,
  },
  resendConfirm: { ...paths.resendConfirm, access: 'public', body: z.object({ username: field }), reply: messageReply },
  login: {
    ...paths.login,
    access: 'public',
    // The code is needed only when the previous reply asked for one (`login_code_needed`).
    body: z.object({ username: field, password: field, code: field.optional() }),
    reply: messageReply.extend({ username: z.string() }),
  },
  forgotPassword: {
    ...paths.forgotPassword,
    access: 'public',
    body: z.object({ username: field }),
    reply: messageReply,
  },
  resetPassword: {
    ...paths.resetPassword,
    access: 'public',
    body: z.object({ username: field, password: field, confirm_password: field, id: field }),
    reply: messageReply,
  },
  changePassword: {
    ...paths.changePassword,
    access: 'applicant',
    body: z.object({ current_password: field, password: field, confirm_password: field }),
    reply: messageReply,
  },
  logout: { ...paths.logout, access: 'applicant', body: null, reply: messageReply },
} as const
