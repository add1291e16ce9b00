import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Settings, startupError } from '../settings/index.ts'
import { type IsExempt, inNetworks } from './networks.ts'

/** How often something may be done within a period of time, counted from the first time. */
export type Limit = { readonly most: number; readonly seconds: number }

const QUARTER_HOUR = 900 // s: long enough to make guessing hopeless, short enough to wait for
const HOUR = 3600 // s

/**
 * The default limits, all in one place; LIMITS_FILE changes them. What a stranger could use up is counted for the
 * account and the network together, so that nobody can lock an account out from elsewhere; a browser that has logged in
 * to the account counts separately. The limits for a network alone are much higher, because a campus or a library has
 * one address for everybody.
 */
export const defaultLimits = {
  /** Wrong passwords for one account from one network or one known browser. */
  sign_in: { most: 10, seconds: QUARTER_HOUR },
  sign_in_by_network: { most: 500, seconds: QUARTER_HOUR },
  /** Wrong passwords for one account from all unknown browsers together: beyond this they also need a mailed code. */
  sign_in_everywhere: { most: 100, seconds: HOUR },
  /** Mails of that code to one account; the code is valid for as long. */
  login_code: { most: 1, seconds: HOUR / 2 },
  /** Wrong sign-up codes from one network or from the browser that signed up. */
  code: { most: 10, seconds: QUARTER_HOUR },
  code_by_network: { most: 500, seconds: QUARTER_HOUR },
  /** Mails to one address requested from one network (sign-ups, codes, links), so that nobody can flood a mailbox. */
  mail: { most: 5, seconds: QUARTER_HOUR },
  mail_by_network: { most: 300, seconds: QUARTER_HOUR },
  /** Sign-ups from one network, each of which hashes a password: enough for several classes that start together. */
  sign_up_by_network: { most: 400, seconds: QUARTER_HOUR },
  /** Invalid reset links. They cannot be guessed, but each try costs work. */
  reset: { most: 10, seconds: QUARTER_HOUR },
  reset_by_network: { most: 300, seconds: QUARTER_HOUR },
  /** Wrong current passwords of a signed-in person who wants to change the password. */
  change_password: { most: 10, seconds: QUARTER_HOUR },
  /** Addresses to which one account wants to change: each is sent a mail, and nobody must be flooded from an account. */
  email_change: { most: 5, seconds: HOUR },
  /** Wrong codes of such a change, for one account. */
  email_code: { most: 10, seconds: QUARTER_HOUR },
  /** Errors that browsers report, per network: a page that fails in a loop must not fill the log (8.route.1). */
  client_error: { most: 100, seconds: QUARTER_HOUR },
  /** PDFs checked, per network: a whole office, and nobody who guesses. */
  check_pdf: { most: 120, seconds: QUARTER_HOUR },
  /** Answers stored for a link, per network: a partner's server stores for all its visitors; a flood fills the disk. */
  keep_answers: { most: 60, seconds: QUARTER_HOUR },
  /** Such links opened or ended, per network. They cannot be guessed, but each try costs work. */
  kept_answers: { most: 300, seconds: QUARTER_HOUR },
  /** Service views opened, per network. Tokens cannot be guessed, but each try reads the database. */
  service_view: { most: 120, seconds: QUARTER_HOUR },
  /** Sign-in links of staff used, per network. They cannot be guessed, but each try reads the database. */
  staff_link: { most: 60, seconds: QUARTER_HOUR },
  /** Sign-ins of staff with their provider begun or finished, per network. Each is recorded, refused or not. */
  staff_sign_in: { most: 300, seconds: QUARTER_HOUR },
  /** Social Security numbers that one member of staff reveals. */
  reveal: { most: 30, seconds: HOUR },
  /** Social Security numbers that one token reads in full: a season's within days, and not all of them at once. */
  export_number: { most: 300, seconds: HOUR },
  /** Links for another phone per account, and calls with one that has ended or never was per network. */
  phone_link: { most: 40, seconds: QUARTER_HOUR },
  phone_page: { most: 300, seconds: QUARTER_HOUR },
  /** Upload permissions per account: twice the documents of the form; each takes space in the storage. */
  upload: { most: 40, seconds: QUARTER_HOUR },
  /** Drafts of the PDF per account: each takes the thread that makes PDFs for a tenth of a second. */
  draft_pdf: { most: 20, seconds: QUARTER_HOUR },
  /** Export calls per token: enough to read every application and document of a season within a day. */
  export_call: { most: 6_000, seconds: HOUR / 12 },
  /** Failures to prove who asks, per network and process, of every call without a limit of its own. */
  stranger: { most: 300, seconds: QUARTER_HOUR },
  /** Lookups, per network and process: thirty people typing at once, each sending two a second. */
  lookup: { most: 3_600, seconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>

/** Every limit of the server, by kind. */
export type LimitKind = keyof typeof defaultLimits
export type LimitTable = Readonly<Record<LimitKind, Limit>>

/** Limits on acting on an account: `accountAndNetwork` counts both together, `network` counts the network. */
export const accountLimits = {
  sign_in: { accountAndNetwork: 'sign_in', network: 'sign_in_by_network' },
  // A sign-up sends a mail and counts as one.
  sign_up: { accountAndNetwork: 'mail', network: 'sign_up_by_network' },
  code: { accountAndNetwork: 'code', network: 'code_by_network' },
  mail: { accountAndNetwork: 'mail', network: 'mail_by_network' },
  reset: { accountAndNetwork: 'reset', network: 'reset_by_network' },
} as const satisfies Readonly<Record<string, { readonly accountAndNetwork: LimitKind; readonly network: LimitKind }>>

export type AccountLimit = keyof typeof accountLimits

/** Limits for an address, unrelated to any account. */
export type AddressLimit =
  | 'client_error'
  | 'check_pdf'
  | 'keep_answers'
  | 'kept_answers'
  | 'service_view'
  | 'phone_page'
  | 'staff_link'
  | 'staff_sign_in'

/** Limits for one account, or one token, from wherever the request comes. */
export type SessionLimit =
  | 'export_call'
  | 'reveal'
  | 'export_number'
  | 'upload'
  | 'draft_pdf'
  | 'phone_link'
  | 'change_password'
  | 'email_change'
  | 'email_code'
  | 'sign_in_everywhere'
  | 'login_code'

/**
 * The limits that LIMITS_FILE sets, the defaults for the rest, and the networks that are exempt. An error says what to
 * correct in the file.
 */
export function readLimits({ limitsFile }: Pick<Settings, 'limitsFile'>): {
  readonly table: LimitTable
  readonly isExempt: IsExempt
} {
  if (limitsFile === undefined) return { table: defaultLimits, isExempt: () => false }
  const fileError = (what: string, cause?: unknown) => startupError(`LIMITS_FILE ${limitsFile} ${what}`, cause)
  const text = attempt(
    () => readFileSync(limitsFile, 'utf8'),
    (cause) => fileError('cannot be read.', cause),
  )
  const parsed: unknown = attempt(
    () => JSON.parse(text),
    (cause) => fileError('is not JSON.', cause),
  )
  const read = fileSchema.safeParse(parsed)
  if (read.success) {
    const { exempt_networks: networks, ...limits } = read.data
    const isExempt = inNetworks(networks)
    if (isExempt !== undefined) return { table: { ...defaultLimits, ...limits }, isExempt }
    throw fileError(NO_NETWORKS)
  }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0)
    throw fileError(`names ${issue.keys[0]}, which is not a limit.`)
  if (issue === undefined || issue.path.length === 0) throw fileError('must contain an object of limits.')
  if (issue.path[0] === 'exempt_networks') throw fileError(NO_NETWORKS)
  throw fileError(`must give ${String(issue.path[0])} as { "most": a whole number, "seconds": 1 to 86400 }.`)
}

const NO_NETWORKS = 'must give exempt_networks as a list of networks such as "192.0.2.0/24" or "2001:db8::/32".'

const limitSchema = z.strictObject({ most: z.int().min(0), seconds: z.int().min(1).max(86_400) })

const fileSchema = z.strictObject({
  ...Object.fromEntries(Object.keys(defaultLimits).map((kind) => [kind, limitSchema.optional()])),
  exempt_networks: z.array(z.string()).default([]),
})

function attempt<Result>(work: () => Result, fault: (cause: unknown) => Error): Result {
  try {
    return work()
  } catch (cause) {
    throw fault(cause)
  }
}
