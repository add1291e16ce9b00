import type { Invalid } from './judged-input.ts'
import type { Session } from './session-cookies.ts'
import type { SignedIn } from './sessions.ts'

type Ok = { readonly kind: 'ok' }
type Username = { readonly username: string }
type Credentials = Username & { readonly password: string }

/** The accounts of applicants. What is expected to go wrong is returned; nothing tells whether an account exists. */
export type Accounts = {
  /** Opens an account that a mailed code confirms. A confirmed account stays as it is, and its owner is told by mail. */
  readonly signUp: (given: Credentials) => Promise<Ok | Invalid>
  readonly confirm: (
    given: Username & { readonly code: string },
  ) => Promise<Ok | Invalid | { kind: 'wrong_code' | 'expired_code' }>
  /** Mails a new code; earlier ones no longer count. */
  readonly resendConfirm: (given: Username) => Promise<Ok | Invalid>
  readonly login: (given: Credentials) => Promise<
    | (Ok & { readonly session: Session & SignedIn })
    | Invalid
    | { readonly kind: 'wrong_credentials' }
    /** Said only to who knows the password. */
    | { readonly kind: 'not_confirmed' }
  >
  /** Mails a link to choose a new password. */
  readonly forgotPassword: (given: Username) => Promise<Ok | Invalid>
  /** Sets a new password with the id of a mailed link, once, and ends every session of the account. */
  readonly resetPassword: (
    given: Credentials & { readonly confirm_password: string; readonly id: string },
  ) => Promise<Ok | Invalid | { kind: 'used_link' | 'expired_link' }>
  readonly logout: (token: string) => Promise<void>
  /** Who is signed in with a token: 12 hours at most, 30 minutes after the last `touch`. */
  readonly sessionOf: (token: string, use: { readonly touch: boolean }) => Promise<SignedIn | undefined>
}
