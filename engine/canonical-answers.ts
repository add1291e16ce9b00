import type { AnswerMap } from './application.ts'
import { canonicalCode, canonicalEmail, canonicalParagraph, canonicalText } from './canonical-text.ts'
import { questionsByKey } from './every-item.ts'
import type { Form } from './form.ts'
import type { Question, TextQuestion } from './questions.ts'
import { allStoredAs } from './stored-as.ts'

/**
 * The one form in which an answer is stored and judged (Q87): when a field is left, and at every way in. Idempotent.
 * Passwords are secrets and stay as they were typed.
 */
export function canonicalAnswer(question: Question, value: string): string {
  switch (question.kind) {
    case 'text':
      return isCode(question) ? canonicalCode(value) : canonicalText(value)
    case 'paragraph':
      return canonicalParagraph(value)
    case 'email':
      return canonicalEmail(value)
    case 'phone':
    case 'ssn':
    case 'date':
    case 'code':
      return canonicalCode(value)
    case 'choice':
    case 'tick':
    case 'upload':
    case 'password':
      return value
  }
}

/**
 * The answers of a form, each in that form, and options that are stored as other answers replaced by them; other keys
 * stay as they are. The same object if nothing changes.
 */
export function canonicalAnswers<Answers extends AnswerMap>(form: Form, answers: Answers): Answers {
  const questions = questionsByKey(form)
  const changed: Record<string, string> = { ...allStoredAs(form, answers) }
  for (const key in answers) {
    const [question, value] = [questions.get(key), answers[key]]
    if (question === undefined || value === undefined || key in changed) continue
    const canonical = canonicalAnswer(question, value)
    if (canonical !== value) changed[key] = canonical
  }
  return Object.keys(changed).length === 0 ? answers : { ...answers, ...changed }
}

/** Whether a text is read as digits and signs, whatever script they are typed in. */
const isCode = ({ inputMode, role, rules }: TextQuestion) =>
  inputMode !== undefined ||
  role === 'zip' ||
  role === 'ceeb' ||
  rules.some(({ rule }) => rule === 'number' || rule === 'pattern')
