import type { Item } from './blocks.ts'
import { type AnyCondition, keysAsked } from './conditions.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

/** The conditions by which an item shows or hides its content. */
export function visibilityOf(item: Item): readonly AnyCondition[] {
  switch (item.kind) {
    case 'when':
      return [item.condition]
    case 'branch':
      return item.branches.map((each) => each.condition)
    case 'conditionalChoice':
      return [item.isMatched, { valueKey: item.controlKey, operator: 'answered' }]
    case 'confirmThen':
      return item.confirm.by === 'tick'
        ? [{ valueKey: item.confirm.question.key, operator: 'equals', target: 'true' }]
        : []
    default:
      return []
  }
}

const cache = new WeakMap<Form, ReadonlySet<string>>()

/** The keys whose answers show or hide anything in the form. */
export function keysThatHide(form: Form): ReadonlySet<string> {
  const found = cache.get(form) ?? new Set(everyItem(form).flatMap(visibilityOf).flatMap(keysAsked))
  cache.set(form, found)
  return found
}
