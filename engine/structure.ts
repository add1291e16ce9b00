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
import { oncePer } from './once-per.ts'
import { isOwnKey, type OwnItem, ownItem, ownKeys } from './own-items.ts'
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

/** The keys of every item of a form by its name, in all entries of what can be added again. */
export function keysByName(form: Form): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const visit = (item: Item, place: Place): void => {
    const name = place.named(item)
    const keys = found.get(name) ?? []
    keys.push(...keysOf(item))
    found.set(name, keys)
    if (item.kind !== 'repeated') {
      for (const each of itemsInside(item)) visit(each, place)
      return
    }
    const block = { id: name.slice(name.indexOf(':') + 1), first: item.entries[0]?.prefix ?? '' }
    for (const entry of item.entries) for (const each of entry.items) visit(each, inEntry(block, entry, [], place))
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
  // A structure takes nothing from the type of its base, whose keys code may name (form/needs.ts).
  return { ...base, ...askedOf(base)(structure) } as F
}

/** What an office ever asked: the form with everything of it that is stopped, under the version of the base. */
export const everAsked = (base: Form, structure: Structure): Form => everOf(base)(structure)

// The check, the register and whoever reads the form ask for it, and the larger ones have thousands of keys.
const askedOf = oncePer((base: Form) =>
  oncePer((structure: Structure): Form => {
    const ever = everAsked(base, structure)
    const pages = isEmpty(structure.stopped) ? ever.pages : arranged(base, structure, madeOf(base)(structure))
    const asked = new Set(pages.flatMap(({ keys }) => keys))
    const gone = [...questionsByKey(ever).values()].map(({ key, care, kind }) => ({ key, care, kind }))
    const retired = [...base.retired, ...gone].filter(({ key }) => !asked.has(key))
    return formFrom(versionWith(base.version, structure), pages, base.waivable, retired)
  }),
)

const everOf = oncePer((base: Form) =>
  oncePer((structure: Structure): Form => {
    const pages = arranged(base, { ...structure, stopped: {} }, madeOf(base)(structure))
    return formFrom(base.version, pages)
  }),
)

/** The items of the office's own by their keys: the same in the form that it asks and in the one that it ever asked. */
const madeOf = oncePer((_: Form) => oncePer((__: Structure) => new Map<string, Item>()))

const isEmpty = (part: object = {}) => Object.keys(part).length === 0

/** The version of a form with a structure: that of the base with the number of the edition that changed it last. */
function versionWith(base: string, { versions = [] }: Structure): string {
  const last = versions.at(-1)
  return last === undefined ? base : `${base}+${editionOf(last)}`
}

/** All versions of the form, with those that the editions of an office made of the releases, oldest first. */
export function versionsWith(releases: readonly string[], { versions = [] }: Structure): readonly string[] {
  let last: number | undefined
  return releases.flatMap((release) => {
    const own = versions.filter((each) => each.startsWith(`${release}+`))
    // The first edition that a later release is asked with is the last one of those before it.
    const all = [...new Set([release, ...(last === undefined ? [] : [`${release}+${last}`]), ...own])]
    last = own.length === 0 ? last : editionOf(own.at(-1) ?? '')
    return all
  })
}

/** The number of the edition that made a version. */
export const editionOf = (version: string): number => Number(version.slice(version.indexOf('+') + 1))

/** Where items stand: in the form itself, or in one entry of a repeated block. */
type Place = {
  /** The name of an item there. */
  readonly named: (item: Item) => string
  /** The key that a condition names there: it names keys of the first entry, and of the office's own without it. */
  readonly here: (key: string) => string
  /** The key there of something of the office's own, and in the first entry. */
  readonly keyed: (key: string) => string
  readonly listed: (key: string) => string
  /** The keys there in the other entries of something of the office's own. */
  readonly inOthers: (key: string) => readonly string[]
}
const same = (key: string) => key
const FORM: Place = { named: nameOf, here: same, keyed: same, listed: same, inOthers: () => [] }

function arranged(base: Form, structure: Structure, made: Map<string, Item>): Form['pages'] {
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

  const ownIn = Map.groupBy(ownItems, ([, each]) => each.in)
  const comeTo = Map.groupBy(movable.values(), (each) => moved[nameOf(each)] ?? '')

  /** The items of a page, a section or an entry, and with them those of the office. */
  const filled = (container: string, items: readonly Item[], place: Place): readonly Item[] => {
    const stay = items.filter((each) => place !== FORM || !movable.has(nameOf(each)))
    const come = comeTo.get(container) ?? []
    const added = (ownIn.get(container) ?? []).map(([id, each]) => {
      const key = place.keyed(id)
      const item = made.get(key) ?? ownItem(id, each, place)
      made.set(key, item)
      return item
    })
    return inOrder([...stay, ...come, ...added], order[container] ?? [], place).flatMap((each) => changed(each, place))
  }

  const changed = (item: Item, place: Place): readonly Item[] => {
    const name = place.named(item)
    if (Object.hasOwn(stopped, name)) return []
    const inner = withInside(item, (items, entry) => {
      if (item.kind === 'section') return filled(name, items, place)
      if (item.kind !== 'repeated' || !entry) return items.flatMap((each) => changed(each, place))
      const siblings = (ownIn.get(name) ?? []).flatMap(([id, each]) => ownKeys(id, each))
      const block = {
        id: name.slice(name.indexOf(':') + 1),
        first: item.entries[0]?.prefix ?? '',
        prefixes: item.kind === 'repeated' ? item.entries.map((each) => each.prefix) : [],
      }
      return filled(name, items, inEntry(block, entry, siblings, place))
    })
    // A block of the office's own in which nothing stands yet is there to be filled; it cannot be published (structure-faults).
    const isNew = name.startsWith('repeated:own_') && !ownIn.has(name)
    if (itemsInside(inner).length === 0 && itemsInside(item).length > 0 && !isNew) return []
    const own = required[name]
    const asked = 'key' in inner && own !== undefined ? { ...inner, required: own === 'yes' } : inner
    // One dropdown has several lists, and may be named by the key that they share.
    const shared = item.kind === 'conditionalChoice' ? Object.values(item.variants).slice(0, 1).map(place.named) : []
    const conditions = [name, ...shared].flatMap((each) => askedIf[each] ?? [])
    return [conditions.reduce<Item>((inside, each) => when(translated(each, place), [inside]), asked)]
  }

  return base.pages.map((each) => {
    const items = filled(nameOfPage(each.slug), each.items, FORM)
    // All of it was of the form already, or was made for where it stands; the compiler cannot see that.
    return isSame(each.items, items) ? each : page(each.slug, each.title, items as readonly Item<string, 'form'>[])
  })
}

type Own = readonly [id: string, item: OwnItem]

/** Oldest first, and drafts by their ids: a database keeps the entries of an object in an order of its own. */
function bySeniority([one, { since: before = '' }]: Own, [other, { since = '' }]: Own): number {
  const age = (version: string) => (version === '' ? Number.MAX_SAFE_INTEGER : editionOf(version))
  return age(before) - age(since) || (one < other ? -1 : 1)
}

/** The items in an order of names; what it does not name follows what it follows without it. */
function inOrder(items: readonly Item[], order: readonly string[], { named }: Place): readonly Item[] {
  const places = new Map(items.map((each, index) => [named(each), index]))
  const sorted = [...new Set(order)].flatMap((name) => places.get(name) ?? [])
  for (const index of items.keys()) if (!sorted.includes(index)) sorted.splice(sorted.indexOf(index - 1) + 1, 0, index)
  return sorted.flatMap((index) => items[index] ?? [])
}

/** What is the same stays the same object: it is frozen already, and what was computed of it is known. */
const isSame = (before: readonly unknown[], after: readonly unknown[]) =>
  before.length === after.length && before.every((each, index) => each === after[index])

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
      return isSame(item.items, items) ? item : { ...item, items, keys: keysIn(items) }
    }
    case 'branch': {
      const branches = changedEach(item.branches, (each) => change(each.items))
      if (isSame(item.branches, branches)) return item
      const isEmpty = branches.every(({ items }) => items.length === 0)
      return { ...item, branches: isEmpty ? [] : branches, keys: branches.flatMap(({ items }) => keysIn(items)) }
    }
    case 'repeated': {
      const all = changedEach(item.entries, (each) => change(each.items, each))
      if (isSame(item.entries, all) && all.every((each) => each.items.length > 0)) return item
      const entries = all.flatMap((each) => (each.items.length === 0 ? [] : [{ ...each, keys: keysIn(each.items) }]))
      return { ...item, entries, keys: entries.flatMap(({ keys }) => keys) }
    }
    case 'tabs': {
      const tabs = changedEach(item.tabs, (each) => change(each.items))
      return isSame(item.tabs, tabs) ? item : { ...item, tabs, keys: tabs.flatMap(({ items }) => keysIn(items)) }
    }
    case 'confirmThen': {
      const [before, after] = [change(item.before), change(item.after)]
      if (isSame(item.before, before) && isSame(item.after, after)) return item
      const tick = item.confirm.by === 'tick' ? [item.confirm.question.key] : []
      return { ...item, before, after, keys: [...tick, ...keysIn(before), ...keysIn(after)] }
    }
    case 'conditionalChoice': {
      const all = Object.entries(item.variants)
      const variants = all.flatMap(([value, question]) =>
        change([question])
          .flatMap((left) => (left.kind === 'when' ? left.items : [left]))
          .flatMap((left) => (left.kind === 'choice' ? [[value, left] as const] : [])),
      )
      if (
        isSame(
          all.map(([, each]) => each),
          variants.map(([, each]) => each),
        )
      )
        return item
      return { ...item, variants: Object.fromEntries(variants), keys: variants.length === 0 ? [] : item.keys }
    }
    default:
      return item
  }
}

/** Each with its items changed. */
const changedEach = <Each extends { readonly items: readonly Item[] }>(
  list: readonly Each[],
  change: (each: Each) => readonly Item[],
): readonly Each[] =>
  list.map((each) => {
    const items = change(each)
    return isSame(each.items, items) ? each : { ...each, items }
  })

/** An entry of a block. What is the office's own is named without it, so that it has one name in all of them. */
function inEntry(
  { id, first, prefixes = [] }: { readonly id: string; readonly first: string; readonly prefixes?: readonly string[] },
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
    inOthers: (key) => prefixes.flatMap((each) => (each === prefix ? [] : [each + inside(key)])),
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
