/** How often something may be done within a stretch of time, counted from the first time. */
export type Limit = { readonly most: number; readonly seconds: number }

const QUARTER_HOUR = 900 // s: long enough to make guessing hopeless, short enough to wait for
const HOUR = 3600 // s

/**
 * The one table of figures; LIMITS_FILE changes them. What a stranger could use up is counted for the account and the
 * network together, so that nobody is locked out from elsewhere; a browser that has logged in to the account counts for
 * itself. A network alone may do far more, because a campus or a library has one address for everybody.
 */
export const defaultLimits = {
  /** Wrong passwords, for one account from one network or one known browser. */
  sign_in: { most: 10, seconds: QUARTER_HOUR },
  sign_in_by_network: { most: 500, seconds: QUARTER_HOUR },
  /** Wrong passwords for one account from all browsers that are not known: beyond it these need a mailed code as well. */
  sign_in_everywhere: { most: 100, seconds: HOUR },
  /** Mails of that code to one account: it counts for as long. */
  login_code: { most: 1, seconds: HOUR / 2 },
  /** Wrong codes of a sign-up, from one network or from the browser that signed up. */
  code: { most: 10, seconds: QUARTER_HOUR },
  code_by_network: { most: 500, seconds: QUARTER_HOUR },
  /** Mails to one address asked for from one network (sign-ups, codes, links): nobody's mailbox is to be filled. */
  mail: { most: 5, seconds: QUARTER_HOUR },
  mail_by_network: { most: 300, seconds: QUARTER_HOUR },
  /** Sign-ups from one network, each of which hashes a password: a class that begins together, several at once. */
  sign_up_by_network: { most: 400, seconds: QUARTER_HOUR },
  /** Reset links that are not right; they cannot be guessed, but each try costs work. */
  reset: { most: 10, seconds: QUARTER_HOUR },
  reset_by_network: { most: 300, seconds: QUARTER_HOUR },
  /** Wrong current passwords of somebody who is signed in and wants another one. */
  change_password: { most: 10, seconds: QUARTER_HOUR },
  /** Errors that browsers report, by network: a page that fails in a loop must not fill the log (8.route.1). */
  client_error: { most: 100, seconds: QUARTER_HOUR },
  /** Answers kept for a link, by network: a partner's server does it for all its visitors, a flood fills the disk. */
  keep_answers: { most: 60, seconds: QUARTER_HOUR },
  /** Such links opened or ended, by network. They cannot be guessed, but each try costs work. */
  kept_answers: { most: 300, seconds: QUARTER_HOUR },
  /** Service views opened, by network: tokens cannot be guessed, but each try reads the database. */
  service_view: { most: 120, seconds: QUARTER_HOUR },
  /** Permissions to upload, per account: every document of the form twice over, and each takes room in the storage. */
  upload: { most: 40, seconds: QUARTER_HOUR },
  /** Lookups, by network and in each process: thirty people typing at once, each asking twice a second. */
  lookup: { most: 3_600, seconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>

/** Every limit of the server, by its kind. */
export type LimitKind = keyof typeof defaultLimits
export type LimitTable = Readonly<Record<LimitKind, Limit>>

/** What is done in the name of an account: what counts for the account where it comes from, and what for the network. */
export const accountLimits = {
  sign_in: { together: 'sign_in', network: 'sign_in_by_network' },
  // A sign-up sends a mail like the others.
  sign_up: { together: 'mail', network: 'sign_up_by_network' },
  code: { together: 'code', network: 'code_by_network' },
  mail: { together: 'mail', network: 'mail_by_network' },
  reset: { together: 'reset', network: 'reset_by_network' },
} as const satisfies Readonly<Record<string, { readonly together: LimitKind; readonly network: LimitKind }>>

export type AccountLimit = keyof typeof accountLimits
/** What an address may do that concerns no account. */
export type AddressLimit = 'client_error' | 'keep_answers' | 'kept_answers' | 'service_view'
/** What is counted for one account, wherever it comes from. */
export type SessionLimit = 'upload' | 'change_password' | 'sign_in_everywhere' | 'login_code'
