import {
  type AnyCondition,
  conditionInWords,
  fillPlaceholders,
  type Item,
  itemsInside,
  namedItems,
  nameOfOwn,
  nameOfPage,
  type OwnItem,
  type Question,
  type Structure,
  say,
  structureFaults,
  titleOf,
  withInner,
  withInstitution,
  withStructure,
} from '../../../../../engine/index.ts'
import { admissions, needs } from '../../../../../form/index.ts'
import { pageData } from '../../../../client/index.ts'
import type { StaffOption } from '../../staff-field.tsx'

/** One line of the outline: something that can be stopped, moved or asked under a condition by its name. */
export type Row = {
  readonly name: string
  readonly title: string
  readonly kind: Item['kind']
  readonly depth: number
  /** Where it stands, if it can be put elsewhere there: a page, a section or a repeated block. */
  readonly container: string | undefined
  /** The repeated block in whose every entry it stands. */
  readonly block: string | undefined
  /** The name of the question that it asks, by which that is required or not. */
  readonly question: string | undefined
  readonly isRequired: boolean | 'sometimes'
  /** Of the office's own, with its key. */
  readonly own: readonly [id: string, item: OwnItem] | undefined
  /** The conditions of the base, in words. */
  readonly conditions: readonly string[]
}

/** An answer by which something asked later can go. */
export type Earlier = { readonly key: string; readonly question: Question; readonly block: string | undefined }

/** What stands in a section, or in a page between two of them. */
export type Part = {
  readonly name: string
  readonly title: string
  readonly section: Row | undefined
  readonly rows: readonly Row[]
}
export type OutlinePage = { readonly name: string; readonly title: string; readonly parts: readonly Part[] }

export type QuestionsOutline = {
  readonly pages: readonly OutlinePage[]
  readonly rows: ReadonlyMap<string, Row>
  /** Everything answered, in reading order, by the names that a condition uses. */
  readonly answers: readonly Earlier[]
  /** What can hold others, by name, with its title; sections below their page. */
  readonly places: readonly { readonly name: string; readonly title: string; readonly isPage: boolean }[]
  readonly titled: (name: string) => string
  /** The names of an item and of everything in it. */
  readonly keysIn: (name: string) => readonly string[]
  readonly inWords: (condition: AnyCondition) => string
}

/**
 * The form as an office edits it: with what it stopped, which comes back from here, and with its own conditions beside
 * the items instead of around them.
 */
export function outlineFor(structure: Structure): QuestionsOutline {
  const { institution } = pageData()
  const form = withStructure(admissions, { ...structure, stopped: {}, asked_if: {} })
  const worded = withInstitution(form, institution)
  const items = namedItems(form)
  const names = new Map([...items].map(([name, item]) => [item, name]))
  const wordedItems = namedItems(worded)
  const own = new Map(
    Object.entries(structure.own ?? {}).map(([id, item]) => [nameOfOwn(id, item), [id, item] as const]),
  )
  const pageTitles = new Map(worded.pages.map(({ slug, title }) => [nameOfPage(slug), title]))
  const titled = (name: string) => {
    const item = wordedItems.get(name) ?? items.get(name)
    return item ? fillPlaceholders(titleOf(item), institution) : (pageTitles.get(name) ?? name)
  }
  const inWords = (condition: AnyCondition) => conditionInWords(keyed(condition, items), worded)
  const rows = new Map<string, Row>()

  /** The lines of an item and of what stands in it. */
  const linesOf = (item: Item, around: Around): readonly Row[] => {
    const name = names.get(item)
    const inner = innerOf(item)
    const conditions = item.kind === 'when' ? [...around.conditions, inWords(item.condition)] : around.conditions
    // What is asked alone under a condition is one line with it.
    const [only] = item.kind === 'when' && inner.length === 1 ? inner : []
    if (only && name === undefined) return linesOf(only, { ...around, conditions })
    const inside = only
      ? linesOf(only, { ...around, container: undefined }).slice(1)
      : isWhole(item)
        ? []
        : inner.flatMap((each) => linesOf(each, insideOf(item, name, around)))
    if (name === undefined) return inside
    const seen = only ?? item
    const { depth, container, block } = around
    const row: Row = {
      ...{ name, title: titled(name), kind: seen.kind, depth, container, block, conditions },
      question: 'key' in seen ? names.get(seen) : undefined,
      isRequired: 'key' in seen && (typeof seen.required === 'boolean' ? seen.required : 'sometimes'),
      own: own.get(name),
    }
    rows.set(name, row)
    return [row, ...inside]
  }
  const namesIn = (given: readonly Item[]) => given.flatMap(withInner).flatMap((each) => names.get(each) ?? [])
  const blocks = new Map(
    [...items].flatMap(([name, item]) =>
      item.kind === 'repeated' ? namesIn(innerOf(item)).map((each) => [each, name] as const) : [],
    ),
  )
  const answers = [...wordedItems].flatMap(([key, item]): readonly Earlier[] =>
    'key' in item && item.care !== 'secret' && !NEVER_ASKED.has(item.kind)
      ? [{ key, question: item, block: blocks.get(key) }]
      : [],
  )

  const top = { depth: 0, block: undefined, conditions: [] }
  const pages = form.pages.map(({ slug, items: inPage }): OutlinePage => {
    const page = nameOfPage(slug)
    const parts: Part[] = []
    for (const item of inPage) {
      const [first, ...rest] = linesOf(item, { ...top, container: page })
      if (!first) continue
      if (item.kind === 'section') parts.push({ name: first.name, title: first.title, section: first, rows: rest })
      else {
        const last = parts.at(-1)
        const loose = last && last.section === undefined ? parts.pop() : undefined
        parts.push({ name: page, title: '', section: undefined, rows: [...(loose?.rows ?? []), first, ...rest] })
      }
    }
    return { name: page, title: titled(page), parts }
  })
  const places = pages.flatMap(({ name, title, parts }) => [
    { name, title, isPage: true },
    ...parts.flatMap(({ section }) => (section ? [{ name: section.name, title: section.title, isPage: false }] : [])),
  ])
  const keysIn = (name: string) => {
    const item = items.get(name)
    return item ? namesIn([item]) : []
  }
  return { pages, rows, answers, places, titled, keysIn, inWords }
}

type Around = Pick<Row, 'depth' | 'container' | 'block' | 'conditions'>

const insideOf = (item: Item, name: string | undefined, { depth, block }: Around): Around => ({
  depth: depth + 1,
  block: item.kind === 'repeated' ? name : block,
  container: item.kind === 'repeated' || item.kind === 'section' ? name : undefined,
  conditions: [],
})

/** What stands in an item as an office sees it: of a repeated block, the questions of its first entry. */
const innerOf = (item: Item): readonly Item[] =>
  item.kind === 'repeated' ? (item.entries[0]?.items ?? []) : itemsInside(item)

/** Answers that nothing can go by. */
const NEVER_ASKED: ReadonlySet<string> = new Set(['code', 'password', 'upload', 'ssn'])

const isWhole = ({ kind }: Item) =>
  kind === 'address' || kind === 'school' || kind === 'monthYear' || kind === 'conditionalChoice'

/** A condition by the keys that things have in a first entry, where it names them without it. */
function keyed(condition: AnyCondition, items: ReadonlyMap<string, Item>): AnyCondition {
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map((each) => keyed(each, items)) }
  if (condition.operator === 'not') return { ...condition, condition: keyed(condition.condition, items) }
  const keyOf = (name: string) => {
    const item = items.get(name)
    return item && 'key' in item ? item.key : name
  }
  if (condition.operator === 'count') return { ...condition, counted: condition.counted.map(keyOf) }
  return { ...condition, valueKey: keyOf(condition.valueKey) }
}

/** What keeps a structure from being asked. */
export const faultsOf = (structure: Structure) => structureFaults(admissions, structure, needs)

/** What has to be stopped with something, because it goes by its answer, or why it cannot be stopped. */
export function stopping(
  structure: Structure,
  name: string,
): { readonly also: readonly string[]; readonly why?: string } {
  const known = new Set(faultsOf(structure).map(({ says }) => says))
  const fresh = (stopped: readonly string[]) => {
    const more = Object.fromEntries(stopped.map((each) => [each, 'yes']))
    return faultsOf({ ...structure, stopped: { ...structure.stopped, ...more } }).filter(({ says }) => !known.has(says))
  }
  let stopped = [name]
  for (;;) {
    const faults = fresh(stopped)
    const items = namedItems(withStructure(admissions, { ...structure, stopped: {} }))
    const [refused] = faults.filter(
      (each) => !items.has(each.name) || stopped.includes(each.name) || isNeeded(each.name),
    )
    if (refused) return { also: [], why: refused.says }
    if (faults.length === 0) return { also: stopped.slice(1) }
    stopped = [...stopped, ...new Set(faults.map((each) => each.name))]
  }
}

const isNeeded = (name: string) => needs.some(({ item, how }) => how === 'mustBeAsked' && item === name)

/** The names in a page, a section or a block, in their order. */
export const namesInside = (outline: QuestionsOutline, container: string): readonly string[] =>
  [...outline.rows.values()].filter((each) => each.container === container).map(({ name }) => name)

/** Where something can stand among these: first, or below one of them. */
export const placesBelow = (outline: QuestionsOutline, inside: readonly string[]): readonly StaffOption[] => [
  ['', say('First')],
  ...inside.map((name): StaffOption => [name, say('Below “{item}”', { item: outline.titled(name) }), 'given']),
]

/** The questions from whose answer that of another one can have to differ, there or in the same block. */
export const othersFor = (
  outline: QuestionsOutline,
  structure: Structure,
  block: string | undefined,
): readonly Earlier[] =>
  outline.answers.filter(
    (each) =>
      each.question.kind !== 'tick' &&
      (each.block === undefined || each.block === block) &&
      structure.stopped?.[each.key] === undefined,
  )

/** The line of an item, or of the question in it. */
export const rowOf = ({ rows }: QuestionsOutline, name: string): Row | undefined =>
  [...rows.values()].findLast((row) => row.name === name || row.question === name)
