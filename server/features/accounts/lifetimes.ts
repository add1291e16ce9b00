/** How long what an account is given lasts, in seconds. */
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** A code waits for slow mail; five tries of a million do not need it shorter. */
export const CODE_LIFE = 30 * MINUTE
/** Wrong codes that one mailed code survives, when they come from the browser or with the password of its own sign-up. */
export const CODE_TRIES = 5
/** A sign-up that nobody confirms: whoever finds the mail after the weekend asks for a new code. */
export const SIGN_UP_LIFE = 7 * DAY
/** A code that an unknown browser needs after many wrong passwords counts until the end of the next such stretch. */
export const LOGIN_CODE_LIFE = 30 * MINUTE
/** A link to choose a new password. */
export const RESET_LIFE = 60 * MINUTE
/** From login, whatever happens in between (docs/decisions/0003). */
export const SESSION_LIFE = 12 * 60 * MINUTE
/** Without activity (docs/decisions/0003); the browser logs out after 15 minutes (9.idle.1). */
export const IDLE_LIFE = 30 * MINUTE
/** How long a link is remembered after it expired, to say so to whoever opens the mail the next day. */
export const REMEMBERED = DAY
/** How long a browser is known that somebody has logged in with: browsers keep no cookie longer than 400 days. */
export const KNOWN_BROWSER_LIFE = 365 * DAY
