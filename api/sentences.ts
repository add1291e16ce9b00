/** Sentences that both the server and the screen say, besides the errors: each is written here alone. */

/** What a successful submit says (requirement 4.status.12). */
export const SUBMITTED = 'Your application was successfully submitted.'

/** Said of a file whose conversion failed for no reason that anyone can name (requirement 4.upload.7). */
export const NOT_CONVERTED = 'Your file could not be converted. Please try another file.'
