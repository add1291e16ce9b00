import { answerProblem } from './answer-problem.ts'
import { type Application, answerTo, isGiven } from './application.ts'
import { contradictionsIn } from './exclusive-answers.ts'
import type { Form } from './form.ts'
import { holds } from './holds.ts'
import { missingMessage } from './shown.ts'
import { questionsShown, type ShownQuestion } from './walk.ts'
import { contradictory } from './wording.ts'

/** One message about one answer. A key may have several, but never the same one twice (requirement 5.when.3). */
export type Problem = { readonly page: string; readonly key: string; readonly message: string }

/**
 * Everything missing or wrong in an application, in reading order. `today` is the current day (YYYY-MM-DD) at the
 * institution. Whether the applicant sees the problems yet depends on the web status (requirement 4.status.14).
 */
export function problemsIn(form: Form, application: Application, today: string): readonly Problem[] {
  const contradictions = contradictionsIn(form, application.answer)
  return questionsShown(form, application).flatMap((shown) => {
    const { key, label } = shown.question
    const own = messagesFor(shown, application, today)
    const messages = contradictions.has(key) ? [...own, contradictory(label)] : own
    return messages.map((message) => ({ page: shown.page, key, message }))
  })
}

function messagesFor(shown: ShownQuestion, { answer }: Application, today: string): readonly string[] {
  const { question } = shown
  const value = answerTo(answer, question.key)
  if (isGiven(value)) return [...new Set(answerProblem(question, value, answer, today))]
  return isRequired(shown, answer) ? [missingMessage(question, answer)] : []
}

/** Whether a missing answer to this question is a problem. */
export const isRequired = ({ question, requires }: ShownQuestion, answer: Application['answer']): boolean =>
  requires && (typeof question.required === 'boolean' ? question.required : holds(question.required, answer))

/** The messages of each key, in the form in which they are posted (requirement 7.validations.1). */
export function messagesByKey(problems: readonly Problem[]): Readonly<Record<string, readonly string[]>> {
  const byKey: Record<string, string[]> = {}
  for (const { key, message } of problems) byKey[key] = [...(byKey[key] ?? []), message]
  return byKey
}
