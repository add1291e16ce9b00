import {
  type Entry,
  type Form,
  form as formFrom,
  type Item,
  itemsInside,
  keysIn,
  keysOf,
  page,
  when,
} from './blocks.ts'
import type { ConditionFor } from './conditions.ts'
import { isOwnKey, type OwnItem, ownItem, ownKeys } from './own-items.ts'
import type { Question } from './questions.ts'
import { questionsByKey } from './walk.ts'

/**
 * What an office asks otherwise than the form of a release: what it asks besides, asks no more, requires or does not, and
 * where and when. Values, not steps, each by the name of an item (`nameOf`), never by a position.
 */
export type Structure = {
  /** What the office asks of its own, by keys and names that begin with `own_`. What was once published stays, stopped. */
  readonly own?: Readonly<Record<string, OwnItem>> | undefined
  /** What is not asked any more, with the last version that asked it; anything else while that is a draft. */
  readonly stopped?: Readonly<Record<string, string>> | undefined
  /** Questions that the base does not require, or does, by key. */
  readonly required?: Readonly<Record<string, 'yes' | 'no'>> | undefined
  /** Where what is moved stands: a page or a section. */
  readonly moved?: Readonly<Record<string, string>> | undefined
  /** The order of what stands in a page or a section. What it does not name follows what it follows without it. */
  readonly order?: Readonly<Record<string, readonly string[]>> | undefined
  /** Besides the conditions of the base. Keys inside a repeated block are those of its first entry. */
  readonly asked_if?: Readonly<Record<string, ConditionFor<'form'>>> | undefined
  /** The versions of the form that its editions made, oldest first: those of a release with a `+` and a number. */
  readonly versions?: readonly string[] | undefined
}

/**
 * What names an item for an office: the key of a question; otherwise the kind with the id, or with the first key. What
 * stands in a repeated block is named as in its first entry, and what is the office's own without the entry.
 */
export function nameOf(item: Item): string {
  if ('key' in item) return item.key
  if ('id' in item && item.id !== undefined && item.kind !== 'confirmThen') return `${item.kind}:${item.id}`
  return `${item.kind}:${item.kind === 'note' ? item.text.slice(0, 80) : keysOf(item)[0]}`
}

/** Every item of a form by its name; of a repeated block, what stands in its first entry. */
export function namedItems(form: Form): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>()
  const visit = (item: Item, place: Place): void => {
    const name = place.named(item)
    if (!found.has(name)) found.set(name, item)
    if (item.kind !== 'repeated') {
      for (const each of itemsInside(item)) visit(each, place)
      return
    }
    const [first] = item.entries
    const block = { id: name.slice(name.indexOf(':') + 1), first: first?.prefix ?? '' }
    for (const each of first?.items ?? []) visit(each, inEntry(block, first ?? { prefix: '', keys: [] }, [], place))
  }
  for (const { items } of form.pages) for (const item of items) visit(item, FORM)
  return found
}

/** The name of a page, in which others stand. */
export const nameOfPage = (slug: string): string => `page:${slug}`

/** The name of something of the office's own by its id. */
export const nameOfOwn = (id: string, { kind }: Pick<OwnItem, 'kind'>): string =>
  kind === 'note' || kind === 'section' || kind === 'repeated'
    ? `${kind}:${id}`
    : kind === 'checkboxes'
      ? `tickGroup:${id}`
      : id

/** The form that an office asks. What it says of items that the form does not have is passed over. */
export function withStructure<F extends Form>(base: F, structure: Structure): F {
  const pages = arranged(base, structure)
  const asked = new Set(pages.flatMap(({ keys }) => keys))
  const ever = formFrom(base.version, arranged(base, { ...structure, stopped: {} }))
  const gone = [...questionsByKey(ever).values()].map(({ key, care, kind }) => ({ key, care, kind }))
  const retired = [...base.retired, ...gone].filter(({ key }) => !asked.has(key))
  // A structure takes nothing from the type of its base, whose keys code may name (form/needs.ts).
  return { ...base, ...formFrom(versionWith(base.version, structure), pages, base.waivable, retired) } as F
}

/** The version of a form with a structure: that of the base with the number of the edition that changed it last. */
function versionWith(base: string, { versions = [] }: Structure): string {
  const last = versions.at(-1)
  return last === undefined ? base : `${base}+${editionOf(last)}`
}

/** All versions of the form, with those that the editions of an office made of the releases, oldest first. */
export function versionsWith(releases: readonly string[], { versions = [] }: Structure): readonly string[] {
  let last: string | undefined
  return releases.flatMap((release) => {
    const own = versions.filter((each) => each.startsWith(`${release}+`))
    // The first edition that a later release is asked with is the last one of those before it.
    const all = [...new Set([release, ...(last === undefined ? [] : [`${release}+${last}`]), ...own])]
    last = own.length === 0 ? last : editionOf(own.at(-1) ?? '')
    return all
  })
}

const editionOf = (version: string) => version.slice(version.indexOf('+') + 1)

/** Where items stand: in the form itself, or in one entry of a repeated block. */
type Place = {
  /** The name of an item there. */
  readonly named: (item: Item) => string
  /** The key that a condition names there: it names keys of the first entry, and of the office's own without it. */
  readonly here: (key: string) => string
  /** The key there of something of the office's own, and in the first entry. */
  readonly keyed: (key: string) => string
  readonly listed: (key: string) => string
}
const same = (key: string) => key
const FORM: Place = { named: nameOf, here: same, keyed: same, listed: same }

function arranged(base: Form, structure: Structure): Form['pages'] {
  const { own = {}, stopped = {}, required = {}, moved = {}, order = {}, asked_if: askedIf = {} } = structure
  const ownItems = Object.entries(own).toSorted(bySeniority)
  const pages = new Set(base.pages.map(({ slug }) => nameOfPage(slug)))
  const sections = new Set([
    ...base.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'section' ? [nameOf(item)] : []))),
    ...ownItems.flatMap(([id, each]) => (each.kind === 'section' ? [nameOfOwn(id, each)] : [])),
  ])
  const direct = base.pages.flatMap(({ items }) =>
    items.flatMap((item) => [item, ...(item.kind === 'section' ? item.items : [])]),
  )
  // A section stands in a page, and everything else in a page or a section.
  const isPlace = (item: Item, to = '') => pages.has(to) || (item.kind !== 'section' && sections.has(to))
  const movable = new Map(
    direct.flatMap((item) => (isPlace(item, moved[nameOf(item)]) ? [[nameOf(item), item] as const] : [])),
  )

  /** The items of a page, a section or an entry, and with them those of the office. */
  const filled = (container: string, items: readonly Item[], place: Place): readonly Item[] => {
    const stay = items.filter((each) => place !== FORM || !movable.has(nameOf(each)))
    const come = [...movable].flatMap(([name, each]) => (moved[name] === container ? [each] : []))
    const added = ownItems.flatMap(([id, each]) => (each.in === container ? [ownItem(id, each, place)] : []))
    return inOrder([...stay, ...come, ...added], order[container] ?? [], place).flatMap((each) => changed(each, place))
  }

  const changed = (item: Item, place: Place): readonly Item[] => {
    const name = place.named(item)
    if (Object.hasOwn(stopped, name)) return []
    const inner = withInside(item, (items, entry) => {
      if (item.kind === 'section') return filled(name, items, place)
      if (item.kind !== 'repeated' || !entry) return items.flatMap((each) => changed(each, place))
      const siblings = ownItems.flatMap(([id, each]) => (each.in === name ? ownKeys(id, each) : []))
      const block = { id: name.slice(name.indexOf(':') + 1), first: item.entries[0]?.prefix ?? '' }
      return filled(name, items, inEntry(block, entry, siblings, place))
    })
    if (itemsInside(inner).length === 0 && itemsInside(item).length > 0) return []
    const asked = 'key' in inner ? { ...inner, required: requiredBy(required[name], inner) } : inner
    const condition = askedIf[name]
    return [condition ? when(translated(condition, place), [asked]) : asked]
  }

  return base.pages.map(({ slug, title, items }) => {
    const own = filled(nameOfPage(slug), items, FORM)
    // All of it was of the form already, or was made for where it stands; the compiler cannot see that.
    return page(slug, title, own as readonly Item<string, 'form'>[])
  })
}

const requiredBy = (own: 'yes' | 'no' | undefined, { required }: Question) =>
  own === undefined ? required : own === 'yes'

type Own = readonly [id: string, item: OwnItem]

/** Oldest first, and drafts by their ids: a database keeps the entries of an object in an order of its own. */
function bySeniority([one, { since: before = '' }]: Own, [other, { since = '' }]: Own): number {
  const age = (version: string) => (version === '' ? Number.MAX_SAFE_INTEGER : Number(editionOf(version)))
  return age(before) - age(since) || (one < other ? -1 : 1)
}

/** The items in an order of names; what it does not name follows what it follows without it. */
function inOrder(items: readonly Item[], order: readonly string[], { named }: Place): readonly Item[] {
  const places = new Map(items.map((each, index) => [named(each), index]))
  const sorted = [...new Set(order)].flatMap((name) => places.get(name) ?? [])
  for (const index of items.keys()) if (!sorted.includes(index)) sorted.splice(sorted.indexOf(index - 1) + 1, 0, index)
  return sorted.flatMap((index) => items[index] ?? [])
}

/** An item with other items in it. `change` is told in which entry they stand. */
function withInside(item: Item, change: (items: readonly Item[], entry?: Entry) => readonly Item[]): Item {
  switch (item.kind) {
    case 'when':
    case 'section':
    case 'monthYear':
    case 'tickGroup':
    case 'alternatives':
    case 'address':
    case 'school':
    case 'scores':
    case 'entry': {
      const items = change(item.items)
      return { ...item, items, keys: keysIn(items) }
    }
    case 'branch': {
      const branches = item.branches.map((each) => ({ ...each, items: change(each.items) }))
      const isEmpty = branches.every(({ items }) => items.length === 0)
      return { ...item, branches: isEmpty ? [] : branches, keys: branches.flatMap(({ items }) => keysIn(items)) }
    }
    case 'repeated': {
      const all = item.entries.map((each) => ({ each, items: change(each.items, each) }))
      const entries = all.flatMap(({ each, items }) =>
        items.length === 0 ? [] : [{ ...each, items, keys: keysIn(items) }],
      )
      return { ...item, entries, keys: entries.flatMap(({ keys }) => keys) }
    }
    case 'tabs': {
      const tabs = item.tabs.map((each) => ({ ...each, items: change(each.items) }))
      return { ...item, tabs, keys: tabs.flatMap(({ items }) => keysIn(items)) }
    }
    case 'confirmThen': {
      const [before, after] = [change(item.before), change(item.after)]
      const tick = item.confirm.by === 'tick' ? [item.confirm.question.key] : []
      return { ...item, before, after, keys: [...tick, ...keysIn(before), ...keysIn(after)] }
    }
    case 'conditionalChoice': {
      const variants = Object.entries(item.variants).flatMap(([value, question]) =>
        change([question]).flatMap((left) => (left.kind === 'choice' ? [[value, left] as const] : [])),
      )
      return { ...item, variants: Object.fromEntries(variants), keys: variants.length === 0 ? [] : item.keys }
    }
    default:
      return item
  }
}

/** An entry of a block. What is the office's own is named without it, so that it has one name in all of them. */
function inEntry(
  { id, first }: { readonly id: string; readonly first: string },
  { prefix, keys }: Pick<Entry, 'prefix' | 'keys'>,
  siblings: readonly string[],
  outer: Place,
): Place {
  // In a block of its own, what begins all keys is said once.
  const isOwn = isOwnKey(prefix)
  const inside = (key: string) => (isOwn ? key.slice(OWN.length) : key)
  const nameIn = (rest: string) => (rest.startsWith(OWN) ? rest : isOwn ? OWN + rest : first + rest)
  return {
    named(item) {
      const name = nameOf(item)
      const at = item.kind === 'note' && item.id === undefined ? name.length : name.indexOf(':') + 1
      return name.startsWith(prefix, at)
        ? name.slice(0, at) + nameIn(name.slice(at + prefix.length))
        : outer.named(item)
    },
    here(key) {
      if (siblings.includes(key)) return prefix + inside(key)
      const own = prefix + key.slice(first.length)
      return key.startsWith(first) && keys.includes(own) ? own : outer.here(key)
    },
    keyed: (key) => prefix + inside(key),
    listed: (key) => (isOwn ? `${outer.listed(id)}_1_` : first) + inside(key),
  }
}

const OWN = 'own_'

function translated(condition: ConditionFor<'form'>, { here }: Pick<Place, 'here'>): ConditionFor<'form'> {
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map((each) => translated(each, { here })) }
  if (condition.operator === 'not') return { ...condition, condition: translated(condition.condition, { here }) }
  if (condition.operator === 'count') return { ...condition, counted: condition.counted.map(here) }
  return { ...condition, valueKey: here(condition.valueKey) }
}
