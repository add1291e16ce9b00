import { type AnswerMap, type Application, emptyApplication } from '../index.ts'

/** An application with these answers and nothing else except `rest`. */
export const applicationWith = (answer: AnswerMap, rest: Partial<Application> = {}): Application => ({
  ...emptyApplication,
  ...rest,
  answer,
})
