import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

const cache = new WeakMap<Form, ReadonlyMap<string, readonly string[]>>()

/**
 * The keys that form one answer together with this key: the parts of an address, of a school, or of a month and year,
 * or the checkboxes that exclude each other. If two devices change such an answer, half of one and half of the other
 * would be an answer that nobody gave.
 */
export const keysAnsweredTogether = (form: Form, key: string): readonly string[] => groupsOf(form).get(key) ?? [key]

function groupsOf(form: Form): ReadonlyMap<string, readonly string[]> {
  const cached = cache.get(form)
  if (cached) return cached
  const groups = new Map(
    everyItem(form).flatMap((item) => {
      const areTogether =
        item.kind === 'address' ||
        item.kind === 'school' ||
        item.kind === 'monthYear' ||
        (item.kind === 'tickGroup' && item.none !== null)
      return areTogether ? item.keys.map((key) => [key, item.keys] as const) : []
    }),
  )
  cache.set(form, groups)
  return groups
}
