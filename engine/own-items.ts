import type { Item } from './blocks.ts'
import { oncePer } from './once-per.ts'
import { type ChoiceQuestion, type Options, type Question, type Rule, valuesOf } from './questions.ts'

/** Something of the office's own. `in` is the page, the section or the repeated block that it stands in. */
export type OwnItem = {
  readonly kind: OwnKind
  readonly in: string
  /** The label of a question, the title of a section or of a block, the text of a note. */
  readonly label: string
  readonly help?: string | undefined
  readonly required?: 'yes' | undefined
  readonly care?: 'sensitive' | undefined
  /** What is said where the answer is missing. */
  readonly message?: string | undefined
  /** Of a choice and of checkboxes: labels by code, and their order. What was once published stays. */
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly order?: readonly string[] | undefined
  /** Of a choice: what is no longer offered, with what it was called last. A checkbox has a key, and is stopped by that. */
  readonly retired?: Readonly<Record<string, string>> | undefined
  /** The most characters of a text, and the most words of a long one. */
  readonly limit?: number | undefined
  readonly words?: number | undefined
  /** A text that looks like one of these: any digit for a digit, any letter for a letter. */
  readonly like?: readonly string[] | undefined
  /** The key of a question that must not have the same answer. */
  readonly differs?: string | undefined
  /** What is said of an answer that is wrong. */
  readonly invalid?: string | undefined
  /** How many checkboxes must be checked at least, and may be at most. */
  readonly least?: number | undefined
  /** The bounds of a number; `decimals` allows fractions. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly decimals?: 'yes' | undefined
  /** Of a repeated block, how many entries it has at most; of checkboxes, how many may be checked. */
  readonly most?: number | undefined
  /** Of a repeated block: what one is called, such as `Job {number}`, and what its button says. */
  readonly entry?: string | undefined
  readonly add?: string | undefined
  readonly print?: 'table' | undefined
  /** Of a section: whether the next application begins with its answers, and whether it is printed on a sheet of its own. */
  readonly carried?: 'yes' | undefined
  readonly own_sheet?: 'yes' | undefined
  /** Of a date in a block, from which something lasted: the date until which it did. Its entries leave no month out. */
  readonly no_gap?: string | undefined
  /** Whether staff can filter their list by its answers. */
  readonly facet?: 'yes' | undefined
  /** The version that asked it first. */
  readonly since?: string | undefined
  /** Of checkboxes by code, and of a block by the number of an entry: the version that first asked what came later. */
  readonly added?: Readonly<Record<string, string>> | undefined
}

export const ownKinds = [
  'text',
  'paragraph',
  'number',
  'radio',
  'select',
  'searchable',
  'checkboxes',
  'tick',
  'date',
  'email',
  'phone',
  'upload',
  'note',
  'section',
  'repeated',
] as const
export type OwnKind = (typeof ownKinds)[number]

/** The most questions by which staff can filter. */
export const MOST_FACETS = 10

/** Whether staff can filter by answers of a kind: it has few of them, and none is anybody's own words. */
export const canBeFacet = (kind: OwnKind): boolean =>
  kind === 'radio' || kind === 'select' || kind === 'searchable' || kind === 'checkboxes' || kind === 'tick'

/** What stands for the number of an entry in what it is called. */
const NUMBER = '{number}'

/** The most entries of a block of the office's own that does not say how many. */
export const MOST_UNLESS_SAID = 10

/** The most entries of a block of the office's own. */
export const MOST_OWN_ENTRIES = 50

/** Whether a key is of the office's own, in whichever entry it stands. */
export const isOwnKey = (key: string): boolean => /(^|_)own_/.test(key)

/** The keys of what it asks, outside of any entry. A block has none of its own. */
export function ownKeys(id: string, item: OwnItem): readonly string[] {
  if (item.kind === 'checkboxes') return optionsIn(item).map(([code]) => tickKey(id, code))
  return item.kind === 'note' || item.kind === 'section' || item.kind === 'repeated' ? [] : [id]
}

const tickKey = (id: string, code: string) => `${id}_${code}`

type Here = Readonly<Record<'keyed' | 'listed' | 'here', (key: string) => string>> & {
  readonly inOthers: (key: string) => readonly string[]
}

/**
 * What an office asks of its own, as an item of the form. `inOthers` makes its keys in the other entries, `keyed` makes the key that it has where it stands, `listed` the
 * one by which its list is known, and `here` that of another question of which it speaks.
 */
export function ownItem(id: string, item: OwnItem, { keyed, listed, here, inOthers }: Here): Item {
  const { label, help, message, invalid, care = 'none', required, since, differs, facet } = item
  const key = keyed(id)
  const words = { label, ...(help === undefined ? {} : { help }), ...(message === undefined ? {} : { message }) }
  const rules: readonly Rule[] = differs === undefined ? [] : [{ rule: 'sameAs', valueKey: here(differs), not: true }]
  const said = { ...words, ...(invalid === undefined ? {} : { invalid }) }
  const marked = facet === 'yes' ? ({ facet: true } as const) : {}
  const common = { scope: 'form', rules, care, ...(since === undefined ? {} : { since }), ...marked } as const
  const question = { key, ...said, required: required === 'yes', ...common }
  switch (item.kind) {
    case 'text':
      return { kind: 'text', ...question, rules: [...rules, ...likeAny(item)], maxLength: item.limit ?? 100 }
    case 'number': {
      const { min, max, decimals } = item
      const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
      const rule: Rule = { rule: 'number', ...bounds, ...(decimals === 'yes' ? { decimals: true } : {}) }
      const inputMode = decimals === 'yes' ? 'decimal' : 'numeric'
      return { kind: 'text', ...question, rules: [...rules, rule], maxLength: 15, inputMode, fits: 12 }
    }
    case 'paragraph':
      return { kind: 'paragraph', ...question, ...limitsOf(item, rules) }
    case 'radio':
    case 'select':
    case 'searchable': {
      return { kind: 'choice', ...question, as: item.kind, list: listed(id), ...listIn(item) }
    }
    case 'checkboxes': {
      const keys = optionsIn(item).map(([code]) => keyed(tickKey(id, code)))
      const items = optionsIn(item).map(([code, each], place): Question => {
        const tick = { kind: 'tick', key: keys[place] ?? '', label: each, ...common } as const
        const later = item.added?.[code]
        return {
          ...{ ...tick, ...said, label: each, ...boundsOf(item, keys, place) },
          ...(later === undefined ? {} : { since: later }),
        }
      })
      return { kind: 'tickGroup', id: key, ...words, none: null, items, keys }
    }
    case 'date':
      return { kind: 'date', ...question, rules: [...rules, ...gapsIn(id, item, inOthers)] }
    case 'tick':
    case 'email':
    case 'phone':
    case 'upload':
      return { kind: item.kind, ...question }
    case 'note':
      return { kind: 'note', id: key, tone: 'plain', text: label }
    case 'section': {
      const sheet = item.own_sheet === 'yes' ? ({ ownSheet: true } as const) : {}
      return {
        kind: 'section',
        id: key,
        title: label,
        ...(help === undefined ? {} : { note: help }),
        ...sheet,
        ...(item.carried === 'yes' && { carried: true }),
        items: [],
        keys: [],
      }
    }
    case 'repeated': {
      const { entry = label, most = MOST_UNLESS_SAID, add } = item
      const entries = Array.from({ length: most }, (_, index) => {
        const number = index + 1
        return {
          kind: 'entry',
          number,
          prefix: `${key}_${number}_`,
          title: (entry.includes(NUMBER) ? entry : `${entry} ${NUMBER}`).replaceAll(NUMBER, String(number)),
          ...(item.added?.[number] === undefined ? {} : { since: item.added[number] }),
          items: [],
          keys: [],
        } as const
      })
      const words = { label, ...(add === undefined ? {} : { add }) }
      return { kind: 'repeated', id: key, ...words, print: item.print ?? 'headings', entries, keys: [] }
    }
  }
}

/** The first checkbox says that more must be checked, and the first one that is checked that fewer may be. */
function boundsOf(
  { least = 0, most, message }: OwnItem,
  keys: readonly string[],
  place: number,
): Pick<Question, 'required' | 'rules'> {
  const required = place === 0 && least > 0 && ({ operator: 'count', counted: keys, most: least - 1 } as const)
  const when = { operator: 'count', counted: keys.slice(0, place), most: 0 } as const
  return {
    required,
    rules: [
      // Once it is checked itself, nothing of it is missing any more.
      ...(place === 0 && least > 1
        ? [
            {
              rule: 'holds',
              condition: { operator: 'count', counted: keys, least },
              ...(message && { message }),
            } as const,
          ]
        : []),
      ...(most === undefined
        ? []
        : [{ rule: 'holds', condition: { operator: 'count', counted: keys, most }, when } as const]),
    ],
  }
}

/** Any digit for a digit and any letter for a letter of one of the examples. */
function likeAny({ like = [] }: OwnItem): readonly Rule[] {
  const patterns = like.map((example) =>
    [...example].map((each) => (/\d/.test(each) ? '\\d' : /\p{L}/u.test(each) ? '\\p{L}' : escaped(each))).join(''),
  )
  return patterns.length === 0 ? [] : [{ rule: 'pattern', pattern: `^(?:${patterns.join('|')})$` }]
}

const escaped = (sign: string) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`

function limitsOf({ limit, words }: OwnItem, rules: readonly Rule[]) {
  if (words === undefined) return { limit: limit ?? 1500 }
  return { limit: limit ?? 10_000, rules: [...rules, { rule: 'words', most: words } as const] }
}

function gapsIn(id: string, { no_gap }: OwnItem, inOthers: Here['inOthers']): readonly Rule[] {
  if (no_gap === undefined) return []
  const ends = inOthers(no_gap)
  return [{ rule: 'noGap', others: inOthers(id).map((from, index) => ({ from, to: ends[index] ?? from })) }]
}

/** What a choice offers: the same in every entry. */
const listIn = oncePer((item: OwnItem): Pick<ChoiceQuestion, 'options' | 'values' | 'retired'> => {
  const gone = item.retired ?? {}
  const offered = optionsIn(item).filter(([code]) => gone[code] === undefined)
  const options: Options = item.kind === 'select' ? [['', '--'], ...offered] : offered
  const retired = Object.entries(gone)
  return { options, values: valuesOf(options), ...(retired.length === 0 ? {} : { retired }) }
})

/** What can be answered, in its order. An option that the order does not name comes last. */
const optionsIn = oncePer(({ options = {}, order = [] }: OwnItem): Options => {
  const codes = [...new Set([...order, ...Object.keys(options).toSorted()])]
  return codes.flatMap((code) => (options[code] === undefined ? [] : [[code, options[code]] as const]))
})
