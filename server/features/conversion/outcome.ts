/**
 * Why there is no answer, in words for the log. `crashed`: the process ended by itself. `exhausted`: it took more memory
 * or processor time than any file may, and would again. `late`: it got no turn, or waited for something that never came.
 */
export type Unanswered = { readonly crashed: string } | { readonly exhausted: string } | { readonly late: string }

/** What became of a file; `refused` is a sentence that tells the applicant what to do. */
export type Outcome = { readonly pdf: Uint8Array } | { readonly refused: string } | Unanswered

/** What a converter's process answers: a docx is found sound there, with the words it shows, and converted elsewhere. */
export type Judged =
  | { readonly pdf: Uint8Array }
  | { readonly refused: string }
  | { readonly kind: 'docx'; readonly words: string }

/** What it is asked: a file, and the words that must stand in what becomes of it. */
export type Asked = { readonly bytes: Uint8Array; readonly words: string }
