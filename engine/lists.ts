import { type Form, type Item, itemsInside, partsOf } from './blocks.ts'
import { oncePer } from './once-per.ts'
import { type ChoiceQuestion, isList, listOf, type Options, type Question } from './questions.ts'
import { everyItem } from './walk.ts'

/** A list of options that is written in the form, with the questions that are answered from it. */
export type FormList = {
  readonly name: string
  /** Of the question that offers most, without the blank one, and then what only others offer. */
  readonly options: Options
  readonly questions: readonly ChoiceQuestion[]
  /** Why the form cannot do without an option, by its code: whatever depends on its being chosen. */
  readonly inUse: ReadonlyMap<string, string>
}

/** The lists of a form by name. The months and years of a date are a calendar and no lists. */
export const listsIn = oncePer((form: Form): ReadonlyMap<string, FormList> => {
  const items = everyItem(form)
  const ofDates = new Set(items.flatMap((item) => (item.kind === 'monthYear' ? partsOf(item) : [])))
  const questions = items.flatMap((item) =>
    item.kind === 'choice' && isList(item.options) && !ofDates.has(item) ? [item] : [],
  )
  const uses = usesIn(form)
  return new Map(
    [...Map.groupBy(questions, listOf)].map(([name, all]) => {
      const options = optionsOfAll(all)
      const inUse = options.flatMap(([code]) => {
        const use = uses.find((each) => each.code === code && all.some(({ key }) => key === each.key))
        return use ? [[code, use.why] as const] : []
      })
      return [name, { name, options, questions: all, inUse: new Map(inUse) }]
    }),
  )
})

const optionsOfAll = (questions: readonly ChoiceQuestion[]): Options => {
  const lists = questions.map(({ options }) => (isList(options) ? options : []))
  const all = lists.toSorted((one, other) => other.length - one.length).flat()
  // Of two labels of one option, the first.
  const labels = new Map(all.toReversed())
  const codes = [...new Set(all.map(([code]) => code))]
  return codes.flatMap((code) => (code === '' ? [] : [[code, labels.get(code) ?? code] as const]))
}

type Use = { readonly key: string; readonly code: string; readonly why: string }

/** Every option that conditions, presets and other answers of a form name, with what that is about. */
const usesIn = (form: Form): readonly Use[] =>
  everyItem(form).flatMap((item) => {
    const why = `“${titleOf(item)}” depends on it`
    const named = comparisonsIn(item).map((each) => ({ ...each, why }))
    if (item.kind === 'conditionalChoice')
      return [...named, ...Object.keys(item.variants).map((code) => ({ key: item.controlKey, code, why }))]
    if (item.kind === 'address' || item.kind === 'school') return [...named, ...storedWith(partsOf(item))]
    if (item.kind !== 'choice') return named
    const { key, preset, rules } = item
    const allowed = rules.flatMap((rule) => (rule.rule === 'oneOf' ? rule.values : []))
    return [
      ...named,
      ...(preset === undefined ? [] : [{ key, code: preset, why: 'it is chosen until somebody chooses another one' }]),
      ...allowed.map((code) => ({ key, code, why: 'only who chooses it can go on' })),
    ]
  })

/** The states and countries as which other countries are stored. */
function storedWith(parts: readonly Question[]): readonly Use[] {
  const byRole = (role: string) => parts.find((each) => each.role === role)
  const [country, state] = [byRole('country'), byRole('state')]
  if (country?.kind !== 'choice' || !state) return []
  return Object.values(country.storedAs ?? {}).flatMap(([inCountry, inState]) => [
    { key: country.key, code: inCountry, why: 'addresses in its territories are stored with it' },
    { key: state.key, code: inState, why: 'addresses in it are stored with it, whichever list they are chosen from' },
  ])
}

/** What people know an item by. A condition is about what stands behind it. */
export function titleOf(item: Item): string {
  if ('label' in item) return item.label
  if ('title' in item && item.title !== undefined) return item.title
  if (item.kind === 'note') return item.text
  const [first] = itemsInside(item)
  return first ? titleOf(first) : item.kind
}

/** What stands in an item by itself. */
const WITHIN: ReadonlySet<string> = new Set([
  'items',
  'entries',
  'before',
  'after',
  'variants',
  'tabs',
  'options',
  'values',
])

/** The values with which the conditions of an item compare answers, but for those of the items in it. */
function comparisonsIn(value: unknown): readonly { readonly key: string; readonly code: string }[] {
  if (Array.isArray(value)) return value.flatMap(comparisonsIn)
  if (typeof value !== 'object' || value === null) return []
  if ('valueKey' in value && 'target' in value)
    return [value.target].flat().map((code) => ({ key: String(value.valueKey), code: String(code) }))
  return Object.entries(value).flatMap(([name, each]) => (WITHIN.has(name) ? [] : comparisonsIn(each)))
}
