import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

const known = new WeakMap<Form, ReadonlyMap<string, readonly string[]>>()

/**
 * The keys that say one thing together with this one: the parts of an address, of a school, of a month and year, the
 * ticks that exclude each other. Half of one writer's and half of another's would be true of nobody.
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
