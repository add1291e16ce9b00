import type { Changes } from '../../../../../api/index.ts'
import { type ConditionFor, nameOfOwn, type OwnItem, ownKeys, type Structure } from '../../../../../engine/index.ts'
import { at, ownChanges, ownIdOf } from './structure-draft.ts'

/**
 * Something of the office's own once more, below itself, with everything of its own that stands in it and the conditions
 * on all of that; `inside` is what stands beside it. What goes by an answer in it goes by that of the copy.
 */
export function duplicated(
  id: string,
  { own = {}, asked_if: askedIf = {}, order = {} }: Structure,
  inside: readonly string[],
): { readonly changes: Changes; readonly name: string } {
  const copied = withAllIn(id, own)
  const taken = new Set(Object.keys(own))
  const ids = new Map<string, string>()
  for (const [each, item] of copied) {
    const made = ownIdOf(item.label, item.kind, (known) => taken.has(known))
    taken.add(made)
    ids.set(each, made)
  }
  const madeOf = (each: string) => ids.get(each) ?? each
  const names = new Map(copied.map(([each, item]) => [nameOfOwn(each, item), nameOfOwn(madeOf(each), item)] as const))
  const keys = new Map(
    copied.flatMap(([each, item]) => {
      const made = ownKeys(madeOf(each), item)
      return ownKeys(each, item).map((key, place) => [key, made[place] ?? key] as const)
    }),
  )
  const named = (each: string) => names.get(each) ?? each
  const keyed = (each: string) => keys.get(each) ?? each
  const changes: Record<string, Changes[string]> = {}
  for (const [each, { since: _, ...item }] of copied) {
    const { differs, no_gap, in: place } = item
    const made = {
      ...{ ...item, in: named(place), ...(differs !== undefined && { differs: keyed(differs) }) },
      ...(no_gap !== undefined && { no_gap: keyed(no_gap) }),
    }
    Object.assign(changes, ownChanges(madeOf(each), made))
    const name = nameOfOwn(each, item)
    const [condition, ordered] = [askedIf[name], order[name]]
    if (condition) changes[at('asked_if', named(name))] = speakingOf(condition, keyed)
    if (ordered) changes[at('order', named(name))] = ordered.map(named)
  }
  const [first] = copied
  const name = first ? nameOfOwn(id, first[1]) : id
  if (first) changes[at('order', first[1].in)] = inside.toSpliced(inside.indexOf(name) + 1, 0, named(name))
  return { changes, name: named(name) }
}

/** Something of the office's own, and what of its own stands in it. */
function withAllIn(id: string, own: Readonly<Record<string, OwnItem>>): readonly (readonly [string, OwnItem])[] {
  const item = own[id]
  if (!item) return []
  const inside = Object.entries(own).filter(([, each]) => each.in === nameOfOwn(id, item))
  return [[id, item], ...inside.flatMap(([each]) => withAllIn(each, own))]
}

/** A condition on other keys. */
function speakingOf(condition: ConditionFor<'form'>, keyed: (key: string) => string): ConditionFor<'form'> {
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map((each) => speakingOf(each, keyed)) }
  if (condition.operator === 'not') return { ...condition, condition: speakingOf(condition.condition, keyed) }
  if (condition.operator === 'count') return { ...condition, counted: condition.counted.map(keyed) }
  return { ...condition, valueKey: keyed(condition.valueKey) }
}
