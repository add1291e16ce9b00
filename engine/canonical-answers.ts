import type { AnswerMap } from './application.ts'
import { type Form, keysByRole, partsOf } from './blocks.ts'
import { canonicalCode, canonicalEmail, canonicalParagraph, canonicalText } from './canonical-text.ts'
import { oncePer } from './once-per.ts'
import type { Question, TextQuestion } from './questions.ts'
import { everyItem, questionsByKey } from './walk.ts'

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
export const isCode = ({ inputMode, role, rules }: TextQuestion) =>
  inputMode !== undefined ||
  role === 'zip' ||
  role === 'ceeb' ||
  rules.some(({ rule }) => rule === 'number' || rule === 'pattern')

type Stored = readonly (readonly [key: string, value: string])[]
type StoredByValue = ReadonlyMap<string, Stored>

/** The answers that are stored in place of an option: Puerto Rico is a state of the United States (Q96). */
export const storedAs = (form: Form, key: string, value: string): Stored | undefined =>
  storedInForm(form).get(key)?.get(value)

/** The same for every such option among these answers. */
const allStoredAs = (form: Form, answers: AnswerMap): Readonly<Record<string, string>> =>
  Object.fromEntries([...storedInForm(form)].flatMap(([key, byValue]) => byValue.get(answers[key] ?? '') ?? []))

const storedInForm = oncePer((form: Form): ReadonlyMap<string, StoredByValue> => {
  const stored = new Map<string, StoredByValue>()
  for (const item of everyItem(form)) {
    if (item.kind !== 'address' && item.kind !== 'school') continue
    const { state } = keysByRole(item)
    for (const part of partsOf(item)) {
      if (part.kind !== 'choice' || part.storedAs === undefined || state === undefined) continue
      const byValue = new Map<string, Stored>()
      for (const [value, [country, stateOfIt]] of Object.entries(part.storedAs)) {
        byValue.set(value, [
          [part.key, country],
          [state, stateOfIt],
        ])
      }
      stored.set(part.key, byValue)
    }
  }
  return stored
})
