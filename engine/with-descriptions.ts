import type { AnswerMap, Application } from './application.ts'
import type { ConditionalChoice } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'
import { labelOf } from './options-of.ts'
import type { Question } from './questions.ts'
import { variantFor } from './shown.ts'

/** The companion key that contains the display text of the selected option (requirement 3.answers.4). */
export const descriptionKey = (key: string): string => `${key}_desc`

/** Whether a key is the companion of a key that the form asks. */
export const isDescriptionKey = (form: Form, key: string): boolean =>
  key.endsWith('_desc') && descriptionsOf(form).has(key.slice(0, -'_desc'.length))

/**
 * The answers with the display text of every chosen option, month, checkbox and school, and without other companions.
 * The text always comes from the form and is never accepted from outside (Q8).
 */
export function withDescriptions(form: Form, { answer }: Application): AnswerMap {
  const described = descriptionsOf(form)
  const own = Object.entries(answer).filter(([key]) => !isDescriptionKey(form, key))
  const companions = own.flatMap(([key, value]) => {
    const text = described.get(key)?.(value ?? '', answer) ?? ''
    return text === '' ? [] : [[descriptionKey(key), text] as const]
  })
  return Object.fromEntries([...own, ...companions])
}

type DescriptionOf = (value: string, answer: AnswerMap) => string
const cache = new WeakMap<Form, ReadonlyMap<string, DescriptionOf>>()

function descriptionsOf(form: Form): ReadonlyMap<string, DescriptionOf> {
  const cached = cache.get(form)
  if (cached) return cached
  const index = new Map<string, DescriptionOf>()
  const items = everyItem(form)
  for (const item of items) {
    if (item.kind === 'choice' || item.kind === 'tick') index.set(item.key, (value) => displayText(item, value))
    if (item.kind === 'school') index.set(item.keys[0] ?? '', (value) => value)
  }
  // The loop above added the lists of a conditional dropdown as plain choices. The answers decide which list
  // applies.
  for (const item of items) if (item.kind === 'conditionalChoice') index.set(item.keys[0] ?? '', descriptionFrom(item))
  cache.set(form, index)
  return index
}

const descriptionFrom =
  (block: ConditionalChoice): DescriptionOf =>
  (value, answer) => {
    const question = variantFor(block, answer)
    return question ? displayText(question, value) : ''
  }

function displayText(question: Question, value: string): string {
  if (value === '') return ''
  if (question.kind === 'choice') return labelOf(question, value)
  return value === 'true' ? question.label : ''
}
