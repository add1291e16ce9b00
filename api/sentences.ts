/** Sentences that both the server and the screen say, besides the errors: each is written here alone. */

/** What a successful submit says (specification §4). */
export const SUBMITTED = 'Your application was successfully submitted.'

/** Said of a file whose conversion failed for no reason that anyone can name (specification §4). */
export const NOT_CONVERTED = 'Your file could not be converted. Please try another file.'
