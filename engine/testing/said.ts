import { type AnswerMap, type Application, emptyApplication } from '../index.ts'

/** An application in which these answers were given, and nothing else beyond `rest`. */
export const said = (answer: AnswerMap, rest: Partial<Application> = {}): Application => ({
  ...emptyApplication,
  ...rest,
  answer,
})
