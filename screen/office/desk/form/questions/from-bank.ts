import type { Changes } from '../../../../../api/index.ts'
import { nameOfOwn, type OwnItem, type Structure } from '../../../../../engine/index.ts'
import type { Ready } from './ready-item.ts'
import { at, ownChanges, ownIdOf } from './structure-draft.ts'

/** Ready-made questions as changes, below what stands `inside` a page, a section or a block, and the name of the first. */
export function fromBank(
  { items }: Ready,
  container: string,
  { own = {} }: Structure,
  inside: readonly string[],
): { readonly changes: Changes; readonly first: string | undefined } {
  const made = new Map<string, { readonly id: string; readonly name: string }>()
  const taken = new Set(Object.keys(own))
  const changes: Record<string, Changes[string]> = {}
  const names: string[] = []
  for (const { as, within, answers, after, ...words } of items) {
    const id = ownIdOf(words.label, words.kind, (each) => taken.has(each))
    taken.add(id)
    const place = within === undefined ? container : (made.get(within)?.name ?? container)
    const item: OwnItem = {
      ...words,
      in: place,
      ...(answers && { options: Object.fromEntries(answers), order: answers.map(([code]) => code) }),
    }
    const name = nameOfOwn(id, item)
    if (as !== undefined) made.set(as, { id, name })
    if (within === undefined) names.push(name)
    else changes[at('order', place)] = [...listed(changes[at('order', place)]), name]
    Object.assign(changes, ownChanges(id, item))
    const of = after && made.get(after.of)
    if (of) changes[at('asked_if', name)] = { operator: 'in', valueKey: of.id, target: after.is }
  }
  changes[at('order', container)] = [...inside, ...names]
  return { changes, first: names[0] }
}

const listed = (value: Changes[string] | undefined): readonly string[] => (Array.isArray(value) ? value : [])
