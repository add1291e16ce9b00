import { type Form, keysByRole } from './blocks.ts'
import { isCode } from './canonical-answers.ts'
import { oncePer } from './once-per.ts'
import { type Care, type ChoiceQuestion, isList, listOf, type QuestionKind } from './questions.ts'
import { editionOf, everAsked, keysByName, type Structure, versionsWith } from './structure.ts'
import { everyItem, questionsByKey } from './walk.ts'

/**
 * Every key that any version of the form ever asked, in the order of columns, so that what was signed is read with what
 * it was signed under. Rows are only ever appended: of one that is there, nothing changes but `label` and `last`.
 */
export type Register = {
  /** The versions of the form, oldest first. */
  readonly versions: readonly string[]
  readonly keys: readonly RegisteredKey[]
  /** The values of each named list that a version offered. A list that the institution keeps has none here. */
  readonly lists: Readonly<Record<string, readonly RegisteredValue[]>>
  /** Countries that are stored as another country with a state (Q96). */
  readonly storedAs: Readonly<Record<string, readonly [country: string, state: string]>>
}

export type RegisteredKey = {
  readonly key: string
  readonly kind: QuestionKind
  readonly care: Care
  /** As the form words it, or worded it last, with the institution's placeholders. */
  readonly label: string
  /** The first and the last version that asked it; no last one while it is asked. */
  readonly first: string
  readonly last?: string
  /** The id of the section that is printed on a sheet of its own. */
  readonly sheet?: string
  /** The name of the list of its values. */
  readonly list?: string
  /** A text that is read as digits and signs. */
  readonly isCode?: true
  /** The place of a repeated block that it belongs to. */
  readonly entry?: { readonly list: string; readonly number: number; readonly prefix: string }
  /** The ticks that answer it with the answer of another key; of several, the last counts. */
  readonly copied?: readonly { readonly when: string; readonly from: string }[]
  /** Of a country with states: the key of the state. */
  readonly state?: string
  /** Of the record of a school that was chosen from the list: the key of the school's name. */
  readonly school?: string
  /** Of a score: when the test was taken. */
  readonly taken?: { readonly month: string; readonly year: string }
}

/** `last` is the last version that offered it; none while it is offered. */
export type RegisteredValue = { readonly value: string; readonly label: string; readonly last?: string }

export const emptyRegister: Register = { versions: [], keys: [], lists: {}, storedAs: {} }

/**
 * The register with what a form asks: new keys and values at the end, and those that it does not ask marked with the last
 * version that did. What only an earlier state of the same version asked goes, because nobody was asked it.
 */
export function registerWith(register: Register, form: Form): Register {
  const { version } = form
  const versions = [...new Set([...register.versions, version])]
  const before = versions.filter((each) => each !== version).at(-1)
  const asked = askedBy(form)
  const kept = register.keys.flatMap((row): readonly RegisteredKey[] => {
    const { last = before, ...rest } = row
    const now = asked.keys.get(row.key)
    if (now) return [{ ...rest, label: now.label }]
    return row.first === version || last === undefined ? [] : [{ ...rest, last }]
  })
  const known = new Set(kept.map(({ key }) => key))
  const added = [...asked.keys.values()].filter(({ key }) => !known.has(key))
  const names = [...new Set([...Object.keys(register.lists), ...asked.lists.keys()])]
  return {
    versions,
    keys: [...kept, ...added],
    lists: Object.fromEntries(
      names.map((name) => [name, valuesWith(register.lists[name] ?? [], asked.lists.get(name), before)]),
    ),
    storedAs: { ...register.storedAs, ...asked.storedAs },
  }
}

function valuesWith(
  known: readonly RegisteredValue[],
  offered: ReadonlyMap<string, string> = new Map(),
  before: string | undefined,
): readonly RegisteredValue[] {
  const kept = known.map(({ value, label, last = before }) => {
    const now = offered.get(value)
    return now === undefined ? { value, label, ...(last === undefined ? {} : { last }) } : { value, label: now }
  })
  const added = [...offered].filter(([value]) => !known.some((each) => each.value === value))
  return [...kept, ...added.map(([value, label]) => ({ value, label }))]
}

/** Of two versions that editions made, the later one. */
function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return editionOf(one) < editionOf(other) ? other : one
}

type Asked = {
  readonly keys: ReadonlyMap<string, RegisteredKey>
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly storedAs: Register['storedAs']
}

/** What a form alone would have in the register. */
function askedBy(form: Form): Asked {
  const places = placesIn(form)
  const keys = new Map<string, RegisteredKey>()
  const lists = new Map<string, Map<string, string>>()
  let storedAs: Register['storedAs'] = {}
  for (const item of everyItem(form)) {
    if (!('key' in item) || item.kind !== 'choice') continue
    storedAs = { ...storedAs, ...item.storedAs }
    const name = listOf(item)
    if (isList(item.options)) lists.set(name, new Map([...(lists.get(name) ?? []), ...optionsIn(item)]))
  }
  for (const key of form.keys) {
    const question = questionsByKey(form).get(key)
    if (!question) continue
    const { title, since, ...place } = places.get(key) ?? {}
    keys.set(key, {
      key,
      kind: question.kind,
      care: question.care,
      label: title === undefined ? question.label : `${title}: ${question.label}`,
      first: laterOf(question.since, since) ?? form.version,
      ...(question.kind === 'choice' ? { list: listOf(question) } : {}),
      ...(question.kind === 'text' && isCode(question) ? { isCode: true } : {}),
      ...place,
    })
  }
  return { keys, lists, storedAs }
}

const optionsIn = ({ options, retired = [] }: ChoiceQuestion) =>
  isList(options) ? [...options.filter(([value]) => value !== ''), ...retired] : []

type Place = Pick<RegisteredKey, 'sheet' | 'entry' | 'copied' | 'state' | 'school' | 'taken'> & {
  readonly title?: string
  /** The version that first asked the entry around it, if that came later than others. */
  readonly since?: string
}
type Places = ReadonlyMap<string, Place>

/** What the blocks around each key say about it. */
function placesIn(form: Form): Places {
  const places = new Map<string, Place>()
  const add = (key: string, place: Place) => places.set(key, { ...places.get(key), ...place })
  for (const item of everyItem(form)) {
    if (item.kind === 'section' && item.ownSheet) for (const key of item.keys) add(key, { sheet: item.id })
    if (item.kind === 'repeated')
      for (const { number, prefix, title, keys, since } of item.entries)
        for (const key of keys) {
          const later = laterOf(places.get(key)?.since, since)
          const entry = { list: item.id, number, prefix }
          add(key, { title, entry, ...(later === undefined ? {} : { since: later }) })
        }
    if (item.kind === 'confirmThen' && item.confirm.by === 'tick')
      for (const [key, from] of Object.entries(item.sameAs))
        add(key, { copied: [...(places.get(key)?.copied ?? []), { when: item.id, from }] })
    if (item.kind === 'address' || item.kind === 'school') {
      const { country, state, name, list_id: record } = keysByRole(item)
      if (country && state) add(country, { state })
      if (item.kind === 'school' && name && record) add(record, { school: name })
    }
    if (item.kind === 'scores') {
      const [month, year] = item.items.flatMap((each) => (each.kind === 'monthYear' ? each.keys : []))
      const taken = month && year ? { taken: { month, year } } : {}
      for (const each of item.items) if (each.kind === 'text') add(each.key, taken)
    }
  }
  return places
}

/**
 * The register of an office whose editions ask otherwise: own keys stand behind those of the release that their edition
 * was made over, so that the columns of yesterday are the first ones of today.
 */
export function registerOf(register: Register, base: Form, structure: Structure): Register {
  const versions = versionsWith(register.versions, structure)
  const places = new Map(versions.map((version, place) => [version, place]))
  const placeOf = (version: string) => places.get(version) ?? versions.length
  const ever = everAsked(base, structure)
  const asked = askedBy(ever)
  const known = new Set(register.keys.map(({ key }) => key))
  // By their names, because an office may put what it asked once into another order.
  const own = [...asked.keys.values()].filter(({ key }) => !known.has(key)).toSorted(byName)
  const lasts = new Map<string, string>()
  const named = keysByName(ever)
  for (const [name, stated] of Object.entries(structure.stopped ?? {})) {
    const last = places.has(stated) ? stated : (versions.at(-1) ?? base.version)
    // Of a question that was stopped before its section, or after it, the first of both.
    for (const key of named.get(name) ?? []) if (placeOf(last) < placeOf(lasts.get(key) ?? '')) lasts.set(key, last)
  }
  const keys = [...register.keys, ...own]
    .map((row): RegisteredKey => {
      const last = lasts.get(row.key)
      return last === undefined ? row : { ...row, last }
    })
    .toSorted((one, other) => placeOf(one.first) - placeOf(other.first))
  const lists = [...asked.lists].flatMap(([name, offered]) =>
    register.lists[name] ? [] : [[name, valuesWith([], offered, undefined)] as const],
  )
  return { ...register, versions, keys, lists: { ...register.lists, ...Object.fromEntries(lists) } }
}

/** By their keys, with numbers in them as numbers. */
const byName = ({ key: one }: RegisteredKey, { key: other }: RegisteredKey) => (padded(one) < padded(other) ? -1 : 1)

const padded = (key: string) => key.replace(/\d+/g, (digits) => digits.padStart(3, '0'))

/** The register as it was at a version; as it is, if there was no such version. */
export function registerAt(register: Register, version: string): Register {
  const place = placeOf(register)(version)
  if (place === undefined || place === register.versions.length - 1) return register
  const keys = register.keys.filter(({ first }) => (placeOf(register)(first) ?? 0) <= place)
  return { ...register, versions: register.versions.slice(0, place + 1), keys }
}

const placeOf = oncePer((register: Register) => {
  const places = new Map(register.versions.map((version, place) => [version, place]))
  return (version: string): number | undefined => places.get(version)
})

/** The care of a key. One that no version ever asked counts as the most secret. */
export const careIn = (register: Register, key: string): Care => rowsByKey(register).get(key)?.care ?? 'secret'

const rowsByKey = oncePer(
  (register: Register): ReadonlyMap<string, RegisteredKey> => new Map(register.keys.map((row) => [row.key, row])),
)

/** What a form does not ask any more, with its care and kind: what `retired` of the form must say. */
export const retiredIn = (register: Register, form: Form): Form['retired'] => {
  const asked = new Set<string>(form.keys)
  return register.keys.filter(({ key }) => !asked.has(key)).map(({ key, care, kind }) => ({ key, care, kind }))
}

/** The form with everything retired that the register has and the form does not ask. */
export const withRetired = <F extends Form>(form: F, register: Register): F => ({
  ...form,
  retired: retiredIn(register, form),
})

/** The key of the same question in the first entry, by which lists and documents of all entries are named. */
export const firstKeyIn = (register: Register, key: string): string => {
  const { entry } = rowsByKey(register).get(key) ?? {}
  if (entry === undefined) return key
  return `${prefixOf(register, entry.list)}${key.slice(entry.prefix.length)}`
}

/** With what the keys of the first entry of a block begin. */
export const prefixOf = (register: Register, list: string): string =>
  register.keys.find(({ entry }) => entry?.list === list && entry.number === 1)?.entry?.prefix ?? ''

/**
 * Where a form contradicts the register, one sentence each: a key that meant something else, so that what was signed would
 * be read with what nobody signed.
 */
export function registerErrors(register: Register, form: Form): readonly string[] {
  const asked = askedBy(form)
  return register.keys.flatMap((row) => {
    const now = asked.keys.get(row.key)
    if (now === undefined) return []
    return FIXED.flatMap((name) => {
      const [then, today] = [inWords(row[name]), inWords(now[name])]
      if (then === today) return []
      return [`${row.key} has had the ${name} ${then} since version ${row.first}, and cannot have ${today} now.`]
    })
  })
}

const FIXED = ['kind', 'care', 'sheet', 'list', 'entry', 'copied', 'state', 'school', 'taken'] as const

const inWords = (value: unknown) =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
