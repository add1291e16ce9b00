import { type Application, type Form, optionsOf, questionsByKey } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'

/**
 * The answers of a sample for a form: an institution has terms and majors of its own, so one that is not offered is
 * replaced by the first that is.
 */
export function fittedTo(form: Form, application: Application, today: string): Application {
  const questions = questionsByKey(form)
  const keys = ['entry_term', 'applied_major', 'intl_test_version'] as const satisfies readonly AdmissionsKey[]
  const answer = { ...application.answer }
  for (const key of keys) {
    const question = questions.get(key)
    const options = question?.kind === 'choice' ? optionsOf(question, today).map(([code]) => code) : []
    if (answer[key] && !options.includes(answer[key])) answer[key] = options.find((code) => code !== '') ?? ''
  }
  return { ...application, answer }
}
