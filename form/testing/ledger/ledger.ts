import type { AnswerMap } from '../../../engine/index.ts'

/**
 * The sentences of requirements 5.application: the answers that are rejected with this message at this key, and those
 * that are accepted there. The rest of the application is valid. The ids are those of the requirements that both prove.
 */
export type Ledger = readonly (readonly [
  what: string,
  key: string,
  message: string,
  ids: readonly string[],
  refused: readonly AnswerMap[],
  accepted: readonly AnswerMap[],
])[]

/** These values, one at a time, for one key. */
export const at = (key: string, ...values: readonly string[]): readonly AnswerMap[] =>
  values.map((value) => ({ [key]: value }))
