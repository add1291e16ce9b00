import { type Application, everyItem, type Form, isGiven } from '../../../engine/index.ts'

/** The application before and after an answer was finished that changed others. */
export type Clearing = {
  readonly kind: 'cleared'
  readonly key: string
  readonly before: Application
  readonly after: Application
}

/**
 * What may matter for bringing answers back, as the store writes it down, the oldest first: what a person's answer
 * cleared, what arrived from elsewhere, a block whose answers were moved, and what the person has undone.
 */
export type StoreEvent =
  | Clearing
  | { readonly kind: 'arrived'; readonly keys: readonly string[] }
  | { readonly kind: 'moved'; readonly block: string }
  | { readonly kind: 'undone'; readonly clearing: Clearing }

/** The answers and documents that a finished answer cleared besides its own, in the order of the form. */
export const lostIn = (form: Form, { key, before, after }: Clearing): readonly string[] =>
  form.keys.filter(
    (each) =>
      each !== key &&
      !isGiven(after.answer[each]) &&
      (isGiven(before.answer[each]) || before.document_answer[each] !== after.document_answer[each]),
  )

/**
 * The clearings that can still be undone. Something newer from elsewhere in the same answers ends one, and so does moving
 * them to another entry (docs/decisions/0020).
 */
export function clearingsIn(form: Form, storeEvents: readonly StoreEvent[]): readonly Clearing[] {
  return storeEvents.filter((each, index): each is Clearing => {
    if (each.kind !== 'cleared') return false
    const lost = lostIn(form, each)
    const since = storeEvents.slice(index + 1)
    const isUndone = since.some((later) => later.kind === 'undone' && later.clearing === each)
    const isTouched = (key: string) => since.some((later) => touches(form, later, key))
    return lost.length > 0 && !isUndone && ![each.key, ...lost].some(isTouched)
  })
}

function touches(form: Form, storeEvent: StoreEvent, key: string): boolean {
  switch (storeEvent.kind) {
    case 'cleared':
    case 'undone':
      return false
    case 'arrived':
      return storeEvent.keys.includes(key)
    case 'moved':
      return everyItem(form).some(
        (item) => 'id' in item && item.id === storeEvent.block && 'keys' in item && item.keys.includes(key),
      )
  }
}
