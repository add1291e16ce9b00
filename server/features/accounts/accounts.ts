import type { Session } from './account-cookies.ts'
import type { Invalid } from './judged-input.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { SignedIn } from './sessions.ts'

type Ok = { readonly kind: 'ok' }
type Username = { readonly username: string }
type Credentials = Username & { readonly password: string }
type NewPassword = { readonly password: string; readonly confirm_password: string }

/** The accounts of applicants. What is expected to go wrong is returned; nothing tells whether an account exists. */
export type Accounts = {
  /**
   * Begins a sign-up that its own mailed code confirms; `proof` is for its browser, of a taken address too. A confirmed
   * account stays as it is, and its owner is told by mail.
   */
  readonly signUp: (given: Credentials, network: string) => Promise<(Ok & { readonly proof: string }) | Invalid>
  /** Makes the account of a sign-up, proven by its browser's cookie or else by its password. */
  readonly confirm: (
    given: Username & { readonly code: string; readonly password?: string | undefined },
    proof: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'wrong_code' | 'expired_code' | 'proof_needed' }>
  /** Mails a new code to the browser that signed up; to anybody else, the codes of all sign-ups of the address. */
  readonly resendConfirm: (given: Username, proof: string | undefined) => Promise<Ok | Invalid>
  /** `needsCode`: the password alone is not enough, the code of `mailLoginCode` must come with it. */
  readonly login: (
    given: Credentials & { readonly code?: string | undefined },
    how: { readonly needsCode: boolean },
  ) => Promise<
    | (Ok & { readonly session: Session & SignedIn })
    | Invalid
    | { readonly kind: 'wrong_credentials' | 'login_code_needed' }
    /** Said only to who knows the password of a sign-up. */
    | { readonly kind: 'not_confirmed' }
  >
  readonly mailLoginCode: (username: string) => Promise<void>
  /** Mails a link to choose a new password. */
  readonly forgotPassword: (given: Username) => Promise<Ok | Invalid>
  /** Sets a new password with the id of a mailed link, once, and ends every session of the account but the one named. */
  readonly resetPassword: (
    given: Username & NewPassword & { readonly id: string },
    sessionToKeep: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'used_link' | 'expired_link' }>
  /** Sets a new password for who is signed in and knows the present one; ends every session but the one named. */
  readonly changePassword: (
    who: Pick<SignedIn, 'accountId' | 'username'>,
    given: NewPassword & { readonly current_password: string },
    sessionToKeep: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'wrong_password' }>
  /** The sign-up of an address that a cookie proves; undefined when it proves none. */
  readonly signUpProvenBy: (proof: string | undefined, username: string) => string | undefined
  readonly knownBrowsers: KnownBrowsers
  readonly logout: (token: string) => Promise<void>
  /** Who is signed in with a token: 12 hours at most, 30 minutes after the last `touch`. */
  readonly sessionOf: (token: string, use: { readonly touch: boolean }) => Promise<SignedIn | undefined>
}
