import { CODE_MINUTES } from '../../../api/index.ts'

/** How long codes, links, sign-ups and sessions last, in seconds. */
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Long enough for slow mail; with five tries at a million codes it need not be shorter. */
export const CODE_LIFE = CODE_MINUTES * MINUTE
/** How many wrong codes a mailed code survives; they count only with the sign-up's cookie or password. */
export const CODE_TRIES = 5
/** A sign-up that comes again within this time was sent twice by a proxy or a finger, and is mailed once. */
export const SIGN_UP_REPEAT = 20
/** An unconfirmed sign-up. Someone who finds the mail after the weekend can still request a new code. */
export const SIGN_UP_LIFE = 7 * DAY
/** The code for an unknown browser after many wrong passwords is valid until the end of the next such period. */
export const LOGIN_CODE_LIFE = 30 * MINUTE
/** A link for choosing a new password. */
export const RESET_LIFE = 60 * MINUTE
/** From login, regardless of activity (docs/decisions/0094). */
export const SESSION_LIFE = 12 * 60 * MINUTE
/** Without activity (docs/decisions/0094); the browser logs out after 15 minutes (9.idle.1). */
export const IDLE_LIFE = 30 * MINUTE
/** How long a change of an address is kept: longer than its mails stay in the queue, so that erasing finds them. */
export const EMAIL_CHANGE_LIFE = 30 * DAY
/** How long a browser stays known after a login: browsers keep no cookie longer than 400 days. */
export const KNOWN_BROWSER_LIFE = 365 * DAY
