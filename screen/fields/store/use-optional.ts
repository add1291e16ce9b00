import { createContext, use } from 'react'
import { holds, type Question, withPresets } from '../../../engine/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import { useApplication } from './use-application.ts'

/** True inside a group whose heading says what must be answered, so that its questions are not marked one by one. */
export const MarkedOnce = createContext(false)

/** Whether one of these questions must be answered, given what the screen shows. */
function useAnyRequired(questions: readonly Question[]): boolean {
  const { form } = useApplicationStore()
  return useApplication(({ answer }) =>
    questions.some(({ required }) =>
      typeof required === 'boolean' ? required : holds(required, withPresets(form, answer)),
    ),
  )
}

/**
 * Whether to mark these questions optional. A conditionally required question is optional while its condition is false.
 */
export function useOptional(questions: readonly Question[]): boolean {
  const isRequired = useAnyRequired(questions)
  return !use(MarkedOnce) && !isRequired
}

/** The value of `aria-required`. Unlike `required`, it does not make browsers call an empty box invalid. */
export function useRequired(questions: readonly Question[]): true | undefined {
  const isRequired = useAnyRequired(questions)
  return (!use(MarkedOnce) && isRequired) || undefined
}
