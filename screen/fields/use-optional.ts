import { holds, type Question } from '../../engine/index.ts'
import { useApplication } from './use-application.ts'

/** Whether questions may be left unanswered as the answers stand now: one that a condition requires is optional while it does not hold. */
export const useOptional = (questions: readonly Question[]): boolean =>
  useApplication(({ answer }) =>
    questions.every(({ required }) => (typeof required === 'boolean' ? !required : !holds(required, answer))),
  )
