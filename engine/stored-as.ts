import type { AnswerMap } from './application.ts'
import { keysByRole, partsOf } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

type Stored = readonly (readonly [key: string, value: string])[]
type StoredByValue = ReadonlyMap<string, Stored>

const cache = new WeakMap<Form, ReadonlyMap<string, StoredByValue>>()

/** The answers that are stored in place of an option: Puerto Rico is a state of the United States (Q96). */
export const storedAs = (form: Form, key: string, value: string): Stored | undefined =>
  storedInForm(form).get(key)?.get(value)

/** The same for every such option among these answers. */
export const allStoredAs = (form: Form, answers: AnswerMap): Readonly<Record<string, string>> =>
  Object.fromEntries([...storedInForm(form)].flatMap(([key, byValue]) => byValue.get(answers[key] ?? '') ?? []))

function storedInForm(form: Form): ReadonlyMap<string, StoredByValue> {
  const known = cache.get(form)
  if (known) return known
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
  cache.set(form, stored)
  return stored
}
