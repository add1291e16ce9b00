import type { AnswerMap } from '../../../engine/index.ts'

/**
 * The sentences of requirements 5.application: the answers that are refused with this message at this key, and those
 * that are accepted there. The rest of the application is in order.
 */
export type Ledger = readonly (readonly [
  what: string,
  key: string,
  message: string,
  refused: readonly AnswerMap[],
  accepted: readonly AnswerMap[],
])[]

/** Each of these values at one key. */
export const at = (key: string, ...values: readonly string[]): readonly AnswerMap[] =>
  values.map((value) => ({ [key]: value }))
