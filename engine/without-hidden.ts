import { type Application, answerTo, type DocumentAnswer } from './application.ts'
import { type Form, type Item, itemsInside, type Repeated } from './blocks.ts'
import { holds } from './conditions.ts'
import { keysThatHide, visibilityOf } from './describe.ts'
import { oncePer } from './once-per.ts'
import { withoutSecret } from './problems-in.ts'
import { branchShown, choiceShown, entriesShown, everyItem, isConfirmed, questionsByKey } from './walk.ts'
import { descriptionKey } from './with-answer.ts'

/** An application without hidden answers, and the keys that were cleared (including documents). */
type Cleared = { readonly application: Application; readonly cleared: readonly string[] }

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

/** Every save asks for hidden answers, so it looks only where there can be some. */
const conditionalIn = oncePer((form: Form): Conditional => {
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
  return found
})

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

/** The parts of an application that change. */
type EntryRemoval = { readonly answer: Readonly<Record<string, string>> } & Pick<Application, 'add_another'> & {
    readonly document_answer: Readonly<Record<string, DocumentAnswer>>
  }

/**
 * The changes when one entry of a repeated block is removed: the count is one lower, and the answers and documents of
 * each later entry move up by one. `answer` contains only answers that differ; the other maps are complete.
 */
export function withoutEntry(block: Repeated, number: number, application: Application): EntryRemoval {
  const { answer, add_another, document_answer } = application
  const moves = moveKeysWithout(block, number)
  const moved = moves.map(({ key, from }) => [key, answerTo(answer, from ?? '')] as const)
  const sources = new Map(moves.map(({ key, from }) => [key, from ?? '']))
  const documents = [...new Set([...Object.keys(document_answer), ...sources.keys()])].flatMap((key) => {
    const document = document_answer[sources.get(key) ?? key]
    return document ? [[key, document] as const] : []
  })
  return {
    answer: Object.fromEntries(moved.filter(([key, value]) => value !== answerTo(answer, key))),
    add_another: { ...add_another, [block.id]: entriesShown(block, application).length - 1 },
    document_answer: Object.fromEntries(documents),
  }
}

/** Where keys of entry `number` and later ones take their answers from when it is removed; the last from nowhere. */
export function moveKeysWithout(
  block: Repeated,
  number: number,
): readonly { readonly key: string; readonly from: string | undefined }[] {
  const entries = block.entries.slice(number - 1)
  return entries.flatMap(({ keys }, index) => keys.map((key, at) => ({ key, from: entries[index + 1]?.keys[at] })))
}

/**
 * The answers that may leave the server without an explicit, recorded act of staff: secret ones are masked (Q68), all
 * others are unchanged.
 */
export function withoutSecrets<Value extends string | undefined>(
  form: Form,
  answer: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const masked: Record<string, Value | string> = { ...answer }
  for (const key of secretKeys(form)) {
    const value = answer[key]
    if (value) masked[key] = withoutSecret(value)
  }
  return masked
}

const secretKeys = oncePer((form: Form): readonly string[] =>
  [...questionsByKey(form).values()].flatMap(({ key, care }) => (care === 'secret' ? [key] : [])),
)

/**
 * The keys that form one answer together with this key: the parts of an address, of a school, or of a month and year,
 * or the checkboxes that exclude each other. If two devices change such an answer, half of one and half of the other
 * would be an answer that nobody gave.
 */
export const keysAnsweredTogether = (form: Form, key: string): readonly string[] => groupsOf(form).get(key) ?? [key]

const groupsOf = oncePer((form: Form): ReadonlyMap<string, readonly string[]> => {
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
  return groups
})
