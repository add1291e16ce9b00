import { isGiven } from './application.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'
import { readable } from './outline-of.ts'
import type { Question } from './questions.ts'
import { NOT_ANSWERED } from './wording.ts'

/**
 * One answer as it is read away from its page, where a tick is a word, whatever the other answers show. A question that
 * has several lists, such as the states of several countries, reads it from the list that has it.
 */
export function answerInWords(form: Form, key: string, value: string): string {
  const questions = everyItem(form).filter((item): item is Question => 'key' in item && item.key === key)
  const [question] = questions
  if (question?.kind === 'tick') return value === 'true' ? 'Checked' : 'Not checked'
  if (!isGiven(value)) return NOT_ANSWERED
  if (question?.kind === 'upload') return 'Document attached'
  return questions.map((each) => readable(each, value)).find((words) => words !== value) ?? value
}
