import { createContext, use } from 'react'
import { holds, mayBeLeftOut, type Question, withPresets } from '../../../engine/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import { useApplication } from './use-application.ts'

/** True inside a group whose heading says what must be answered, so that its questions are not marked one by one. */
export const MarkedOnce = createContext(false)

/** Whether to mark these questions optional. */
export function useOptional(questions: readonly Question[]): boolean {
  const { form } = useApplicationStore()
  const isOptional = useApplication(({ answer }) => {
    const shown = withPresets(form, answer)
    return questions.every((question) => mayBeLeftOut(question, shown))
  }, keyOf(questions))
  return !use(MarkedOnce) && isOptional
}

/** The value of `aria-required`. Unlike `required`, it does not make browsers call an empty box invalid. */
export function useRequired(questions: readonly Question[]): true | undefined {
  const { form } = useApplicationStore()
  const isRequired = useApplication(
    ({ answer }) =>
      questions.some(({ required }) =>
        typeof required === 'boolean' ? required : holds(required, withPresets(form, answer)),
      ),
    keyOf(questions),
  )
  return isRequired || undefined
}

const keyOf = (questions: readonly Question[]) =>
  questions.every(({ required }) => typeof required === 'boolean') ? '' : undefined
