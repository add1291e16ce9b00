/**
 * Why there is no result, in words for the log. `crashed`: the process ended by itself. `exhausted`: it used more
 * memory or processor time than any file may, and would do so again. `late`: it got no processor time, or waited for
 * something that never came.
 */
export type NoResult = { readonly crashed: string } | { readonly exhausted: string } | { readonly late: string }

/** The result for a file; `refused` is a sentence that tells the applicant what to do. */
export type Outcome = { readonly pdf: Uint8Array } | { readonly refused: string } | NoResult

/**
 * The reply of a converter process. It only checks a docx and reads its words; the conversion happens elsewhere.
 * `accepted` is the document with its tracked changes accepted, if it has any.
 */
export type ChildReply =
  | { readonly pdf: Uint8Array }
  | { readonly refused: string }
  | { readonly kind: 'docx'; readonly words: string; readonly accepted: Uint8Array | undefined }

/** The request to a converter process: a file, and the words that the resulting PDF must contain. */
export type ChildRequest = { readonly bytes: Uint8Array; readonly words: string }
