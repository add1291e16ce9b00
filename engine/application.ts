import { canonicalText } from './canonical-text.ts'

/** A stored document that answers an upload question. `file_size` is in bytes (requirement 3.state.4). */
export type DocumentAnswer = { readonly file_name: string; readonly file_size: number }

/** A flat map of answers. A missing key and '' both mean unanswered. */
export type AnswerMap = Readonly<Record<string, string | undefined>>

/**
 * Everything an applicant has entered: the four maps that GET /service/tmp-pdf returns (requirement 3.state.8, Q1).
 * Every derived function takes this one value, whether the applicant is signed in or not, in the browser and on the
 * server.
 */
export type Application = {
  readonly answer: AnswerMap
  /** The number of entries by ID of a repeated block; 1 when missing. */
  readonly add_another: Readonly<Record<string, number | undefined>>
  /** The ID of the chosen tab by ID of a tab group; the group's default tab when missing. */
  readonly tabs: Readonly<Record<string, string | undefined>>
  readonly document_answer: Readonly<Record<string, DocumentAnswer | undefined>>
}

/** An application without any answers. */
export const emptyApplication: Application = Object.freeze({
  answer: Object.freeze({}),
  add_another: Object.freeze({}),
  tabs: Object.freeze({}),
  document_answer: Object.freeze({}),
})

/**
 * The stored text of a key; '' when unanswered. Code that names a key of a form names the form's keys too, so that a
 * misspelled or retired key does not compile: `answerTo<AdmissionsKey>(answer, 'first_name')`.
 */
export const answerTo = <Key extends string>(answer: AnswerMap, key: Key): string => answer[key] ?? ''

/** Whether an answer shows anything: white space, and characters that are never seen, are no answer (Q87). */
export const isGiven = (value: string | undefined): boolean =>
  value !== undefined && (/[!-~]/.test(value) || canonicalText(value) !== '')
