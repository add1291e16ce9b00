import { type Address, type Entry, type Item, keysIn, type MonthYear, type Repeated, type School } from './blocks.ts'
import type { AnyCondition } from './conditions.ts'
import { frozen } from './questions.ts'

/** The prefixes of `count` entries: `college_`, `college_2_` … (requirement 3.keys.8: the first has no number). */
export const numbered = <const Name extends string, const Count extends keyof LaterNumbers>(
  name: Name,
  count: Count,
): readonly Numbered<Name, Count>[] =>
  // The compiler cannot count up in a template literal type, so `Later` lists the numbers by hand.
  Array.from({ length: count }, (_, index) => `${name}_${index === 0 ? '' : `${index + 1}_`}`) as Numbered<
    Name,
    Count
  >[]

type LaterNumbers = {
  2: 2
  3: 2 | 3
  4: 2 | 3 | 4
  5: 2 | 3 | 4 | 5
  6: 2 | 3 | 4 | 5 | 6
  7: 2 | 3 | 4 | 5 | 6 | 7
  8: 2 | 3 | 4 | 5 | 6 | 7 | 8
  9: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  10: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
}
type Numbered<Name extends string, Count extends keyof LaterNumbers> = `${Name}_` | `${Name}_${LaterNumbers[Count]}_`

/**
 * A block that the applicant can add again (requirements 4.add-another). Keys, sibling conditions and the word {entry}
 * in its wording are resolved here, once, for every entry, so that all other code sees only full keys.
 */
export const repeated = <const Prefix extends string, Key extends string>(
  id: string,
  label: string,
  prefixes: readonly Prefix[],
  title: string,
  items: readonly Item<Key, 'entry'>[],
  { print = 'headings', ...extra }: { readonly print?: Repeated['print']; readonly add?: string } = {},
): Repeated<`${Prefix}${Key}`, 'form'> => {
  const entries = prefixes.map((prefix, index): Entry<`${Prefix}${Key}`, 'form'> => {
    const own = items.map((each) => addPrefix(each, prefix, String(index + 1), prefixes[0]))
    return {
      kind: 'entry',
      number: index + 1,
      prefix,
      title: title.replaceAll('{entry}', String(index + 1)),
      items: own,
      keys: keysIn(own),
    }
  })
  return frozen({ kind: 'repeated', id, label, print, ...extra, entries, keys: entries.flatMap((each) => each.keys) })
}

/** A shared block with its full keys: the address of a high school is the address block with the prefix `hs_`. */
export function withPrefix<const Prefix extends string, Key extends string>(
  prefix: Prefix,
  block: Address<Key, 'entry'>,
): Address<`${Prefix}${Key}`, 'form'>
export function withPrefix<const Prefix extends string, Key extends string>(
  prefix: Prefix,
  block: School<Key, 'entry'>,
): School<`${Prefix}${Key}`, 'form'>
export function withPrefix<const Prefix extends string, Key extends string>(
  prefix: Prefix,
  block: MonthYear<Key, 'entry'>,
): MonthYear<`${Prefix}${Key}`, 'form'>
export function withPrefix(prefix: string, block: Item<string, 'entry'>): Item<string, 'form'> {
  return frozen(addPrefix(block, prefix, ''))
}

/**
 * The only place that adds a prefix to keys. A deep copy of plain data keeps its shape, but the compiler cannot see
 * that: only keys, sibling references and wording change, and an entry item becomes a form item.
 */
const addPrefix = <Prefix extends string, Key extends string>(
  item: Item<Key, 'entry'>,
  prefix: Prefix,
  number: string,
  first = prefix,
) => withPrefixedKeys(item, prefix, number, first) as Item<`${Prefix}${Key}`, 'form'>

const KEY_PROPERTIES: ReadonlySet<string> = new Set(['key', 'controlKey', 'typeKey', 'none'])
/** These are the same in every entry: a list of countries is stored once, not once for each college. */
const SHARED_PROPERTIES: ReadonlySet<string> = new Set(['options', 'values', 'storedAs'])

function withPrefixedKeys(value: unknown, prefix: string, number: string, first: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{entry}', number)
  if (Array.isArray(value)) return value.map((each) => withPrefixedKeys(each, prefix, number, first))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(isSiblingCondition(value) ? withoutScope(value) : value)
  const sibling = isSiblingCondition(value)
  const prefixed = Object.fromEntries(
    entries.map(([name, each]) => {
      if (typeof each === 'string' && (KEY_PROPERTIES.has(name) || (name === 'valueKey' && sibling)))
        return [name, prefix + each]
      // A block needs a different ID in each entry. The tabs of a tab group keep theirs.
      if (name === 'id' && 'kind' in value) return [name, prefix + String(each)]
      if (name === 'keys' && Array.isArray(each)) return [name, each.map((key) => prefix + String(key))]
      if (name === 'scope') return [name, 'form']
      if (SHARED_PROPERTIES.has(name)) return [name, each]
      return [name, withPrefixedKeys(each, prefix, number, first)]
    }),
  )
  // Every entry has the list of the first one.
  return first !== prefix && 'options' in value && 'key' in value ? { list: first + value.key, ...prefixed } : prefixed
}

const isSiblingCondition = (value: object): value is AnyCondition & { scope: 'entry' } =>
  'operator' in value && 'scope' in value && value.scope === 'entry'
const withoutScope = ({ scope: _, ...rest }: AnyCondition & { scope: 'entry' }) => rest
