import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

const known = new WeakMap<Form, ReadonlyMap<string, readonly string[]>>()

/**
 * The keys that form one answer together with this key: the parts of an address, of a school, or of a month and year,
 * or the checkboxes that exclude each other. If two devices change such an answer, half of one and half of the other
 * would be an answer that nobody gave.
 */
export const answersOfOneThing = (form: Form, key: string): readonly string[] => groupsOf(form).get(key) ?? [key]

function groupsOf(form: Form): ReadonlyMap<string, readonly string[]> {
  const found = known.get(form)
  if (found) return found
  const groups = new Map(
    everyItem(form).flatMap((item) => {
      const isOneThing =
        item.kind === 'address' ||
        item.kind === 'school' ||
        item.kind === 'monthYear' ||
        (item.kind === 'tickGroup' && item.none !== null)
      return isOneThing ? item.keys.map((key) => [key, item.keys] as const) : []
    }),
  )
  known.set(form, groups)
  return groups
}
