import { labelShown, type Question, withPresets } from '../../../engine/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import { useApplication } from './use-application.ts'

/** The label of a question for the present answers. */
export function useLabel(question: Question): string {
  const { form } = useApplicationStore()
  return useApplication(
    ({ answer }) => labelShown(question, withPresets(form, answer)),
    question.labels ? undefined : '',
  )
}
