import type { Item } from './blocks.ts'
import type { Form } from './form.ts'
import type { Care, Question } from './questions.ts'

/** The items directly inside an item, regardless of the answers. */
export function itemsInside(item: Item): readonly Item[] {
  switch (item.kind) {
    case 'when':
    case 'section':
    case 'monthYear':
    case 'tickGroup':
    case 'alternatives':
    case 'address':
    case 'school':
    case 'scores':
    case 'entry':
      return item.items
    case 'branch':
      return item.branches.flatMap((each) => each.items)
    case 'repeated':
      return item.entries
    case 'tabs':
      return item.tabs.flatMap((each) => each.items)
    case 'confirmThen':
      return [...(item.confirm.by === 'tick' ? [item.confirm.question] : []), ...item.before, ...item.after]
    case 'conditionalChoice':
      return Object.values(item.variants)
    default:
      return []
  }
}

/** Every item of the form at any depth, regardless of the answers, in reading order. */
export const everyItem = (form: Form): readonly Item[] => form.pages.flatMap((page) => page.items.flatMap(deep))

const deep = (item: Item): readonly Item[] => [item, ...itemsInside(item).flatMap(deep)]

/** Whether nothing inside an item can ever be required, so that it says once that it is optional. */
export const isOptional = (item: Item): boolean =>
  deep(item).every((each) => !('key' in each) || each.required === false)

/** Whether the statements that the applicant signs are inside an item, and with them the button that submits. */
export const isSigned = (item: Item): boolean => deep(item).some((each) => each.kind === 'tickGroup' && each.signature)

/**
 * The ids of what opens with a press or a "yes" and is stored as opened, with the counts of entries (`add_another`), so
 * that it comes back open with nothing behind it. A "yes" that is sensitive is not: counts are not encrypted.
 */
export const gatesIn = (form: Form): readonly string[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind === 'confirmThen')
      return item.confirm.by === 'button' ? [item.id] : gateOf(form, item.confirm, item.id)
    return item.kind === 'tickGroup' && item.none !== null ? gateOf(form, item, item.none) : []
  })

const gateOf = (form: Form, { gate }: { readonly gate?: unknown }, key: string) =>
  gate !== undefined && careOf(form, key) === 'none' ? [key] : []

const cache = new WeakMap<Form, ReadonlyMap<string, Question>>()

/** Every question by its key; for a dropdown with several lists, the first. */
export function questionsByKey(form: Form): ReadonlyMap<string, Question> {
  const known = cache.get(form)
  if (known) return known
  const index = new Map<string, Question>()
  for (const item of everyItem(form)) if ('key' in item && !index.has(item.key)) index.set(item.key, item)
  cache.set(form, index)
  return index
}

/** How carefully an answer must be handled; 'none' for a key that the form does not ask. */
export const careOf = (form: Form, key: string): Care => questionsByKey(form).get(key)?.care ?? 'none'
