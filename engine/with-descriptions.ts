import type { AnswerMap, Application } from './application.ts'
import { type ConditionalChoice, keysByRole } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'
import { labelOf } from './options-of.ts'
import type { Question } from './questions.ts'
import { variantFor } from './shown.ts'

/** The companion key that contains the display text of the selected option (requirement 3.answers.4). */
export const descriptionKey = (key: string): string => `${key}_desc`

/** Whether a key is the companion of a key that the form asks. */
export const isDescriptionKey = (form: Form, key: string): boolean => descriptionsOf(form).companions.has(key)

/**
 * The answers with the display text of every chosen option, month, checkbox and school, and without other companions.
 * The text always comes from the form and is never accepted from outside (Q8).
 */
export function withDescriptions(form: Form, { answer }: Application): Readonly<Record<string, string>> {
  const { described, companions } = descriptionsOf(form)
  // Copied whole, which is many times faster than key by key; every profile asks this.
  const all: Record<string, string | undefined> = { ...answer }
  for (const key in answer) if (answer[key] === undefined || companions.has(key)) delete all[key]
  for (const { key, of, textOf } of described) {
    const value = all[of]
    const text = value === undefined ? '' : textOf(value, answer)
    if (text !== '') all[key] = text
  }
  return all as Record<string, string>
}

type DescriptionOf = (value: string, answer: AnswerMap) => string
type Descriptions = {
  /** The companion's key, the key that it describes, and its text. */
  readonly described: readonly { readonly key: string; readonly of: string; readonly textOf: DescriptionOf }[]
  readonly companions: ReadonlySet<string>
}
const cache = new WeakMap<Form, Descriptions>()

function descriptionsOf(form: Form): Descriptions {
  const cached = cache.get(form)
  if (cached) return cached
  const index = new Map<string, DescriptionOf>()
  const items = everyItem(form)
  for (const item of items) {
    if (item.kind === 'choice' || item.kind === 'tick') index.set(item.key, (value) => displayText(item, value))
    const name = item.kind === 'school' ? keysByRole(item).name : undefined
    if (name !== undefined) index.set(name, (value) => value)
  }
  // The loop above added the lists of a conditional dropdown as plain choices. The answers decide which list
  // applies.
  for (const item of items) if (item.kind === 'conditionalChoice') index.set(item.keys[0] ?? '', descriptionFrom(item))
  const described = [...index].map(([of, textOf]) => ({ key: descriptionKey(of), of, textOf }))
  const descriptions = { described, companions: new Set(described.map(({ key }) => key)) }
  cache.set(form, descriptions)
  return descriptions
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
