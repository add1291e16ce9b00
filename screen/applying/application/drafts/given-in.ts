import { type AnswerMap, isGiven } from '../../../../engine/index.ts'

/** The answers that are not empty. For a visitor, empty answers carry no information. */
export const givenIn = (answer: AnswerMap): AnswerMap =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => isGiven(value)))
