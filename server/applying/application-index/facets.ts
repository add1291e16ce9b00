import { createHash, createHmac } from 'node:crypto'
import { everyItem, type Form, type Item, isOwnKey, type Options, oncePer } from '../../../engine/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** A question of the office's own by whose answers staff filter their list. */
export type Facet = {
  /** The key of a choice or of one checkbox, or the id of a group of checkboxes. */
  readonly key: string
  readonly label: string
  /** A choice has the values that it has offered, checkboxes their keys; one checkbox is checked (`yes`) or not (`no`). */
  readonly kind: 'choice' | 'checkboxes' | 'checkbox'
  readonly options: Options
  /** The keys of its answers. */
  readonly keys: readonly string[]
}

/** What an office has marked, in the order of the form. Values that are no longer offered come last, with their labels. */
export const facetsOf = oncePer((form: Form): readonly Facet[] => {
  const items = everyItem(form)
  const inGroups = new Set(items.flatMap((item) => (item.kind === 'tickGroup' ? item.keys : [])))
  return items.flatMap((item): readonly Facet[] => {
    if (item.kind === 'tickGroup' && item.id !== undefined && isOwnKey(item.id)) {
      const ticks = item.items.flatMap((each): readonly Item[] => ('key' in each && each.facet ? [each] : []))
      const options = ticks.flatMap((each) => ('key' in each ? [[each.key, each.label] as const] : []))
      if (options.length === 0) return []
      return [{ key: item.id, label: item.label, kind: 'checkboxes', options, keys: options.map(([key]) => key) }]
    }
    if (!('key' in item) || !item.facet || inGroups.has(item.key)) return []
    const { key, label } = item
    if (item.kind === 'tick') return [{ key, label, kind: 'checkbox', options: [], keys: [key] }]
    if (item.kind !== 'choice' || !Array.isArray(item.options)) return []
    const offered = item.options.filter(([value]: readonly [string, string]) => value !== '')
    return [{ key, label, kind: 'choice', options: [...offered, ...(item.retired ?? [])], keys: [key] }]
  })
})

/** Whether the list can be filtered by the answer to a key. */
export const isFacet = (form: Form, key: string): boolean => facetKeys(form).has(key)

const facetKeys = oncePer((form: Form): ReadonlySet<string> => new Set(facetsOf(form).flatMap(({ keys }) => keys)))

type Keyed = Pick<KeyRing, 'derive' | 'fingerprints'>

/** What the index has of the answers to facets: a keyed hash of each that was given, and of which facets it is. */
export function facetColumns(answers: Readonly<Record<string, string>>, form: Form, keyRing: Keyed) {
  const given = facetsOf(form).flatMap((facet) =>
    facet.keys.flatMap((key) => {
      const answer = answers[key] ?? ''
      if (facet.kind === 'choice') return answer === '' ? [] : [facetHash(key, answer, keyRing)]
      return answer === CHECKED ? [facetHash(key, CHECKED, keyRing)] : []
    }),
  )
  return { facets: given, facetsOf: facetState(form, keyRing) }
}

/** The hash by which an answer is found; of a group of checkboxes, `value` is the key of one. */
export const hashOfFacet = ({ kind, key }: Facet, value: string, keyRing: Keyed): string =>
  kind === 'choice' ? facetHash(key, value, keyRing) : facetHash(kind === 'checkbox' ? key : value, CHECKED, keyRing)

const CHECKED = 'true'

/**
 * Of which questions, and under which secret key, the hashes of a row are; '' where an office has marked none. A row with
 * another one is written again by the job.
 */
export function facetState(form: Form, keyRing: Keyed): string {
  const keys = [...facetKeys(form)].toSorted()
  const [{ id }] = keyRing.fingerprints
  return keys.length === 0
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([id, keys]))
        .digest('base64url')
        .slice(0, LENGTH)
}

/** Enough that no two answers of a form have one. */
const LENGTH = 16

const facetHash = (key: string, value: string, keyRing: Pick<KeyRing, 'derive'>) =>
  createHmac('sha256', keyRing.derive('application index'))
    .update(`facet ${key} ${value}`)
    .digest('base64url')
    .slice(0, LENGTH)
