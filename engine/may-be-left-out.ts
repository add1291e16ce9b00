import { type AnswerMap, isGiven } from './application.ts'
import { keysAsked } from './conditions.ts'
import { holds } from './holds.ts'
import type { Question } from './questions.ts'

/**
 * Whether a question can be called optional. Not while an answer that decides it is still missing: the applicant would
 * go past the question, and be asked for it after all.
 */
export function mayBeLeftOut({ required }: Question, answer: AnswerMap): boolean {
  if (typeof required === 'boolean') return !required
  return !holds(required, answer) && keysAsked(required).every((key) => isGiven(answer[key]))
}
