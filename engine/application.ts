/** A stored document of one upload question. `file_size` is in bytes (requirement 3.state.4). */
export type DocumentAnswer = { readonly file_name: string; readonly file_size: number }

/** A flat map of answers; a missing key and '' both mean unanswered. */
export type AnswerMap = Readonly<Record<string, string | undefined>>

/**
 * Everything an applicant has said: the four maps that GET /service/tmp-pdf answers with (requirement 3.state.8, Q1).
 * Every derived function takes this one value, signed in or out, in the browser and on the server.
 */
export type Application = {
  readonly answer: AnswerMap
  /** Repeated block id → number of entries; missing means 1. */
  readonly add_another: Readonly<Record<string, number | undefined>>
  /** Tab group id → id of the chosen tab; missing means the group's default. */
  readonly tabs: Readonly<Record<string, string | undefined>>
  readonly document_answer: Readonly<Record<string, DocumentAnswer | undefined>>
}

/** An application in which nothing has been said yet. */
export const emptyApplication: Application = Object.freeze({
  answer: Object.freeze({}),
  add_another: Object.freeze({}),
  tabs: Object.freeze({}),
  document_answer: Object.freeze({}),
})

/** The stored text of a key, '' when unanswered. */
export const answerTo = (answer: AnswerMap, key: string): string => answer[key] ?? ''

/** Answered means that something other than white space is there. */
export const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''
