import { type AnswerMap, type Application, answerTo } from '../../../engine/index.ts'
import { givenIn } from './drafts.ts'

/** Answers that were typed too late to be part of what was submitted, and the application in which they stand. */
export type TooLate = { readonly application: Application; readonly keys: readonly string[] }

/** What of these answers is to be said, because it is not what was submitted, as far as that is known here. */
export function tooLateAnswers(
  application: Application,
  typed: AnswerMap,
  submitted: AnswerMap = {},
): TooLate | undefined {
  const others = Object.entries(givenIn(typed)).filter(([key, value]) => value !== answerTo(submitted, key))
  if (others.length === 0) return undefined
  const answer = { ...application.answer, ...Object.fromEntries(others) }
  return { application: { ...application, answer }, keys: others.map(([key]) => key) }
}
