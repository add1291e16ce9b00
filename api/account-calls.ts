import { z } from 'zod'
import { paths } from './paths.ts'

const said = z.object({ message: z.string() })
// Shape only: what an address or a password must look like is the account forms' business (form/account.ts).
const field = z.string().max(1000)

/** Accounts: sign-up to log-out (specification §7). */
export const accountCalls = {
  signup: { ...paths.signup, access: 'public', body: z.object({ username: field, password: field }), reply: said },
  confirm: { ...paths.confirm, access: 'public', body: z.object({ username: field, code: field }), reply: said },
  resendConfirm: { ...paths.resendConfirm, access: 'public', body: z.object({ username: field }), reply: said },
  login: {
    ...paths.login,
    access: 'public',
    body: z.object({ username: field, password: field }),
    reply: said.extend({ username: z.string() }),
  },
  forgotPassword: { ...paths.forgotPassword, access: 'public', body: z.object({ username: field }), reply: said },
  resetPassword: {
    ...paths.resetPassword,
    access: 'public',
    body: z.object({ username: field, password: field, confirm_password: field, id: field }),
    reply: said,
  },
  logout: { ...paths.logout, access: 'applicant', body: null, reply: said },
} as const
