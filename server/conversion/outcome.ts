/**
 * What became of a file. `refused` is a sentence that tells the applicant what to do; `crashed` says for the log why
 * there is no answer: the process ended, took too long or too much memory.
 */
export type Outcome = { readonly pdf: Uint8Array } | { readonly refused: string } | { readonly crashed: string }

/** What a converter's process answers: a docx is found sound there and converted elsewhere. */
export type Judged = { readonly pdf: Uint8Array } | { readonly refused: string } | { readonly kind: 'docx' }
