import type { Application } from './application.ts'
import type { Item } from './blocks.ts'
import { itemsInside } from './every-item.ts'
import type { Form } from './form.ts'
import { holds } from './holds.ts'
import { branchShown, choiceShown, isConfirmed } from './shown.ts'
import { keysThatHide, visibilityOf } from './visibility-of.ts'
import { descriptionKey } from './with-descriptions.ts'

/** An application without hidden answers, and the keys that were cleared (including documents). */
export type Cleared = { readonly application: Application; readonly cleared: readonly string[] }

/**
 * Clears every answer that a condition hides (requirement 4.conditional.2), in reading order and until nothing changes:
 * clearing an answer may hide the next one or show it again. Counts and tabs hide nothing here, and keys that the form
 * does not ask are left alone, as are the answers in `keep`.
 */
export function withoutHidden(form: Form, application: Application, keep: readonly string[] = []): Cleared {
  const cleared: string[] = []
  let current = application
  for (;;) {
    const hidden = hiddenKeys(form, current).filter((key) => !keep.includes(key))
    if (hidden.length === 0) return { application: current, cleared }
    // What follows an answer that shows or hides others is checked again once that answer is cleared.
    const last = hidden.findIndex((key) => keysThatHide(form).has(key))
    const toClear = last === -1 ? hidden : hidden.slice(0, last + 1)
    cleared.push(...toClear)
    current = without(toClear, current)
  }
}

/**
 * Whether a change of one of these answers can leave a hidden one, if none was hidden before: it shows or hides others,
 * or can be hidden itself.
 */
export function canHide(form: Form, keys: readonly string[]): boolean {
  const { concerned } = conditionalIn(form)
  return keys.some((key) => concerned.has(key))
}

function hiddenKeys(form: Form, application: Application): readonly string[] {
  const { conditional, hideable } = conditionalIn(form)
  const asked = new Set<string>()
  addAsked(conditional, application, asked)
  return hideable.filter((key) => hasValue(key, application) && !asked.has(key))
}

type Conditional = {
  /** The outermost items with conditions. */
  readonly conditional: readonly Item[]
  /** The keys that are asked nowhere else. */
  readonly hideable: readonly string[]
  /** These, and those that show or hide them. */
  readonly concerned: ReadonlySet<string>
}

const cache = new WeakMap<Form, Conditional>()

/** Every save asks for hidden answers, so it looks only where there can be some. */
function conditionalIn(form: Form): Conditional {
  const cached = cache.get(form)
  if (cached) return cached
  const conditional: Item[] = []
  const always = new Set<string>()
  const sort = (item: Item): void => {
    if ('key' in item) always.add(item.key)
    else if (visibilityOf(item).length > 0 || item.kind === 'confirmThen') conditional.push(item)
    else itemsInside(item).forEach(sort)
  }
  for (const page of form.pages) page.items.forEach(sort)
  const hideable = form.keys.filter((key) => !always.has(key))
  const found = { conditional, hideable, concerned: new Set([...hideable, ...keysThatHide(form)]) }
  cache.set(form, found)
  return found
}

/** Adds the keys of everything that no condition hides, without the nodes of `walk`. */
function addAsked(items: readonly Item[], application: Application, asked: Set<string>): void {
  for (const item of items) {
    if ('key' in item) asked.add(item.key)
    else addAsked(itemsLeft(item, application), application, asked)
  }
}

/** The items inside an item that no condition hides, in every entry and tab (requirement 4.conditional.2, Q10). */
function itemsLeft(item: Item, application: Application): readonly Item[] {
  switch (item.kind) {
    case 'when':
      return holds(item.condition, application.answer) ? item.items : []
    case 'branch':
      return branchShown(item, application)
    case 'conditionalChoice':
      return [choiceShown(item, application) ?? []].flat()
    case 'confirmThen':
      if (item.confirm.by === 'button') return itemsInside(item)
      return [item.confirm.question, ...(isConfirmed(item, application) ? item.after : item.before)]
    default:
      return itemsInside(item)
  }
}

const hasValue = (key: string, { answer, document_answer }: Application) =>
  (answer[key] ?? '') !== '' || document_answer[key] !== undefined

/** The application without the answers, descriptions and documents of these keys. */
export function without(keys: readonly string[], application: Application): Application {
  const removedKeys = new Set(keys.flatMap((key) => [key, descriptionKey(key)]))
  const remaining = <Value>(map: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(map).filter(([key]) => !removedKeys.has(key)))
  const blanks = Object.fromEntries(keys.map((key) => [key, '']))
  return {
    ...application,
    answer: { ...remaining(application.answer), ...blanks },
    document_answer: remaining(application.document_answer),
  }
}
