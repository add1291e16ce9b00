/** How long what an account is given lasts, in seconds. */
const MINUTE = 60

/** A code waits for slow mail; five tries of a million do not need it shorter. */
export const CODE_LIFE = 30 * MINUTE
/** A link to choose a new password. */
export const RESET_LIFE = 60 * MINUTE
/** From login, whatever happens in between (decision 33). */
export const SESSION_LIFE = 12 * 60 * MINUTE
/** Without activity (decision 33); the browser logs out after 15 minutes (specification §9). */
export const IDLE_LIFE = 30 * MINUTE
/** How long a code or a link is remembered after it expired, to say so to whoever opens the mail the next day. */
export const REMEMBERED = 24 * 60 * MINUTE
