import type { Kysely } from 'kysely'
import type { Form } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Mail } from '../../running/mail/index.ts'
import type { EmailCodes, KnownBrowsers, LoginCodes, PasswordHashes, SignUpSecrets } from './account-secrets.ts'
import type { Session, Sessions, SessionUse, SignedIn } from './sessions.ts'
import type { Invalid, ValidatedInput } from './validate-input.ts'

type Ok = { readonly kind: 'ok' }
type Username = { readonly username: string }
type Credentials = Username & { readonly password: string }
type NewPassword = { readonly password: string; readonly confirm_password: string }

/** A browser that is signed in; `lastSeenAt` is right to the minute. */
export type Device = {
  readonly id: string
  readonly browser: string
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly isThis: boolean
}

/** Applicants' accounts. Expected failures are returned; no result reveals whether an account exists. */
export type Accounts = {
  /**
   * Starts a sign-up, which the code in its mail confirms. Its browser gets `proof`, even for a taken address. A
   * confirmed account does not change; its owner is informed by mail. The browser's `earlierProof` renews the sign-up
   * that it proves, if the password is the same.
   */
  readonly signUp: (
    input: Credentials,
    network: string,
    earlierProof: string | undefined,
  ) => Promise<(Ok & { readonly proof: string }) | Invalid>
  /** Creates the account of a sign-up that the cookie of its browser or its password proves; so does sending it again. */
  readonly confirm: (
    input: Username & { readonly code: string; readonly password?: string | undefined },
    proof: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'wrong_code' | 'expired_code' | 'proof_needed' }>
  /** Mails its code to the browser that signed up, or to anybody else the codes of all the address's sign-ups. */
  readonly resendConfirm: (input: Username, proof: string | undefined) => Promise<Ok | Invalid>
  /**
   * `needsCode`: the password is not enough; the code of `mailLoginCode` is also required. `browser` names it in the list
   * of devices. `language`, if it was chosen on the device, is that of the account from now on; else the session has the
   * account's own.
   */
  readonly login: (
    input: Credentials & { readonly code?: string | undefined },
    how: {
      readonly needsCode: boolean
      readonly browser?: string | undefined
      readonly language?: string | undefined
    },
  ) => Promise<
    | (Ok & { readonly session: Session & Omit<SignedIn, 'sessionId'> & { readonly language: string | null } })
    | Invalid
    | { readonly kind: 'wrong_credentials' | 'login_code_needed' }
    /** Returned only to someone who knows the password of a sign-up. */
    | { readonly kind: 'not_confirmed' }
  >
  readonly mailLoginCode: (username: string) => Promise<void>
  /** Mails a link for choosing a new password. */
  readonly forgotPassword: (input: Username) => Promise<Ok | Invalid>
  /** Sets a new password with the id of a mailed link, once. Ends the account's sessions except the one passed in. */
  readonly resetPassword: (
    input: Username & NewPassword & { readonly id: string },
    sessionToKeep: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'used_link' | 'expired_link' }>
  /** Changes the password of a signed-in person who knows the current one. Ends the sessions except the one passed in. */
  readonly changePassword: (
    who: Pick<SignedIn, 'accountId' | 'username'>,
    input: NewPassword & { readonly current_password: string },
    sessionToKeep: string | undefined,
  ) => Promise<Ok | Invalid | { kind: 'wrong_password' }>
  /** Mails a code to a new address of the account; the caller has checked the password. */
  readonly askEmailChange: (
    accountId: string,
    input: Username,
  ) => Promise<Ok | Invalid | { readonly kind: 'unauthorized' }>
  readonly pendingEmailChange: (accountId: string) => Promise<(Username & { readonly validUntil: Date }) | undefined>
  /** Changes the address with that code. Ends the sessions except the one passed in. */
  readonly confirmEmailChange: (
    accountId: string,
    input: { readonly code: string },
    sessionToKeep: string | undefined,
  ) => Promise<
    (Ok & Username) | Invalid | { readonly kind: 'unauthorized' | 'wrong_code' | 'expired_code' | 'taken_email' }
  >
  readonly cancelEmailChange: (accountId: string) => Promise<void>
  /** Where the account is signed in. */
  readonly devices: (who: Pick<SignedIn, 'accountId' | 'sessionId'>) => Promise<readonly Device[]>
  readonly endDevice: (accountId: string, id: string) => Promise<void>
  readonly endOtherDevices: (who: Pick<SignedIn, 'accountId' | 'sessionId'>) => Promise<void>
  readonly isPasswordOf: (accountId: string, password: string) => Promise<boolean>
  /** The sign-up of an address that a cookie proves; undefined if it proves none. */
  readonly signUpOf: (proof: string | undefined, username: string) => string | undefined
  readonly knownBrowsers: KnownBrowsers
  readonly logout: (token: string) => Promise<void>
  /** Who is signed in with a token: for 12 hours at most, and 30 minutes after the last `touch`. */
  readonly sessionOf: (token: string, use: SessionUse) => Promise<SignedIn | undefined>
}

type Given = Readonly<Record<string, string>>

/** The dependencies of every account operation. */
export type AccountDeps = {
  readonly db: Kysely<Tables>
  readonly hashes: PasswordHashes
  readonly sessions: Sessions
  readonly mail: Mail
  readonly baseUrl: string
  readonly secrets: SignUpSecrets
  readonly loginCodes: LoginCodes
  readonly emailCodes: EmailCodes
  readonly now: () => Date
  readonly validate: <Input extends Given>(form: Form, input: Input) => ValidatedInput<Input>
  /** The same for a form with a new password, which must not be easy to guess either. */
  readonly validateNewPassword: <Input extends Given & { readonly password: string }>(
    form: Form,
    input: Input,
    username: string,
  ) => Promise<ValidatedInput<Input>>
}

/** The time this many seconds from now, in the form used in mails. */
export const inSeconds = ({ now }: Pick<AccountDeps, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1000)

/** The account of an address. A sign-up waiting for its code is not an account yet. */
export const accountOf = ({ db }: Pick<AccountDeps, 'db'>, username: string) =>
  db.selectFrom('user').select('id').where('email', '=', username).where('emailVerified', '=', true).executeTakeFirst()

/** The newest sign-up of an address that waits for its code. Those beside an account lead nowhere and are left out. */
export const waitingSignUp = ({ db, now }: Pick<AccountDeps, 'db' | 'now'>, username: string) =>
  db
    .selectFrom('pending_sign_up')
    .select('code_expires_at')
    .where('email', '=', username)
    .where('is_decoy', '=', false)
    .where('expires_at', '>', now())
    .orderBy('id', 'desc')
    .executeTakeFirst()
