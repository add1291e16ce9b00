import { holds, type Question } from '../../../engine/index.ts'
import { useApplication } from './use-application.ts'

/**
 * Whether these questions may stay empty, given the current answers. A conditionally required question is optional
 * while its condition is false.
 */
export const useOptional = (questions: readonly Question[]): boolean =>
  useApplication(({ answer }) =>
    questions.every(({ required }) => (typeof required === 'boolean' ? !required : !holds(required, answer))),
  )
