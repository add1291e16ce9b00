/** How often something may be done within a stretch of time, counted from the first time. */
export type Figure = { readonly most: number; readonly seconds: number }

const QUARTER_HOUR = 900 // s: long enough to make guessing hopeless, short enough to wait for
// Many applicants share one address: a school's computer room, a library, a campus network (decision 37).
const PEOPLE_AT_ONE_ADDRESS = 10

/** What one account may do; the address behind it may do each of them ten times as often. */
const perAccount = {
  /** Passwords tried: a person who tries every password they own needs fewer. */
  sign_in: { most: 10, seconds: QUARTER_HOUR },
  /** Sign-ups, each of which hashes a password and sends a mail. */
  sign_up: { most: 5, seconds: QUARTER_HOUR },
  /** Codes tried: two mailed codes with all their tries, of a million possible ones. */
  code: { most: 10, seconds: QUARTER_HOUR },
  /** Mails asked for (a new code, a link to reset): nobody's mailbox is to be filled in their name. */
  mail: { most: 5, seconds: QUARTER_HOUR },
  /** Reset links tried; they cannot be guessed, but each try costs work. */
  reset: { most: 10, seconds: QUARTER_HOUR },
} as const satisfies Readonly<Record<string, Figure>>

/** What an account may do. */
export type AccountLimit = keyof typeof perAccount

/** Every limit of the server, by its kind. */
export type LimitKind = AccountLimit | `${AccountLimit}_by_address` | AddressLimit | 'upload'

/** What an address may do without an account. */
type AddressLimit = 'client_error' | 'keep_answers' | 'kept_answers' | 'service_view'

const byAddress = ({ most, seconds }: Figure): Figure => ({ most: most * PEOPLE_AT_ONE_ADDRESS, seconds })

/** The one table of figures. */
export const figures: Readonly<Record<LimitKind, Figure>> = {
  ...perAccount,
  sign_in_by_address: byAddress(perAccount.sign_in),
  sign_up_by_address: byAddress(perAccount.sign_up),
  code_by_address: byAddress(perAccount.code),
  mail_by_address: byAddress(perAccount.mail),
  reset_by_address: byAddress(perAccount.reset),
  /** Errors that a browser reports, per address: a page that fails in a loop must not fill the log (decision 30). */
  client_error: { most: 30, seconds: QUARTER_HOUR },
  /** Answers kept for a link, per address: a partner's server does it for all its visitors, a flood fills the disk. */
  keep_answers: { most: 60, seconds: QUARTER_HOUR },
  /** Links opened, per address. They cannot be guessed, but each try costs work. */
  kept_answers: { most: 300, seconds: QUARTER_HOUR },
  /** Service views opened, per address: tokens cannot be guessed, but each try reads the database. */
  service_view: { most: 120, seconds: QUARTER_HOUR },
  /** Permissions to upload, per account: every document of the form twice over, and each is 1 MB of the storage. */
  upload: { most: 40, seconds: QUARTER_HOUR },
}
