/** Sentences, other than errors, that both the server and the screen show. They are written only here. */

/** Shown after a successful submit (requirement 4.status.12). */
export const SUBMITTED = 'Your application was successfully submitted.'

/** Shown for a file whose conversion failed for an unknown reason (requirement 4.upload.7). */
export const NOT_CONVERTED = 'We couldn’t convert your file. Please save or print it as a new PDF and upload that file.'
