import zipcodes from 'zipcodes'
import type { FoundAddress } from './addresses.ts'
import { type State, stateFrom, states } from './states.ts'
import { plain } from './words-of.ts'

/** Completes city, state and ZIP code after a street, from the U.S. ZIP codes. It does not check the street. */
type ZipIndex = { readonly find: (text: string, most: number) => readonly FoundAddress[] }

type Place = { readonly city: string; readonly state: State; readonly name: string; readonly zips: string[] }

const MAX_LENGTH = 120 // characters of an address that are used

const MAX_WORDS = 5 // of a place: 'Truth or Consequences NM' and the longest others

/** Of equal matches, the place with more ZIP codes (the larger one) comes first, and the state `near` before all. */
export function zipIndexOf(near: string): ZipIndex {
  const places = placesByName()
  const byZip = new Map(places.flatMap((place) => place.zips.map((zip) => [zip, place] as const)))

  /** The places whose name begins this way, with that state and such a ZIP code if they are given. */
  function placesNamed({ name, state, zip, whole: mustBeComplete }: PlaceQuery): readonly Place[] {
    if (name === '') return []
    const found: Place[] = []
    for (let at = firstFrom(places, name); places[at]?.name.startsWith(name); at += 1) {
      const place = places[at]
      if (place === undefined || (mustBeComplete && place.name !== name)) continue
      if (state.length > 0 && !state.includes(place.state)) continue
      if (place.zips.some((each) => each.startsWith(zip))) found.push(place)
    }
    const weight = (place: Place) =>
      (place.name === name ? 1e6 : 0) + (place.state.name === near ? 1e4 : 0) + place.zips.length
    return found.sort((one, other) => weight(other) - weight(one))
  }

  return {
    find(text, most) {
      for (const { street, wanted: query } of splitsOf(text.slice(0, MAX_LENGTH))) {
        const zip = query.zip.length === 5 ? byZip.get(query.zip) : undefined
        const found = zip !== undefined && query.name === '' ? [zip] : placesNamed(query)
        if (found.length > 0)
          return found
            .flatMap((place, at) =>
              addressesIn(place, street, query, at === 0 && (found.length === 1 || place.name === query.name)),
            )
            .slice(0, most)
      }
      return []
    },
  }
}

type PlaceQuery = {
  readonly name: string
  readonly state: readonly State[]
  readonly zip: string
  /** Only a complete name counts as a place, because no comma precedes it or a state follows it. */
  readonly whole: boolean
}

/** The ways to split a text into a street and the beginning of a place: at a comma, otherwise before the last words. */
function* splitsOf(text: string): Generator<{ readonly street: string; readonly wanted: PlaceQuery }> {
  for (let comma = text.indexOf(','); comma !== -1; comma = text.indexOf(',', comma + 1)) {
    const street = text.slice(0, comma).trim()
    if (street !== '') yield* placeQueriesOf(street, text.slice(comma + 1), false)
  }
  if (text.includes(',')) return
  const words = text.trim().split(/\s+/)
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count -= 1) {
    yield* placeQueriesOf(words.slice(0, -count).join(' '), words.slice(-count).join(' '), true)
  }
}

/** Without a comma, a place needs a state or ZIP code, because many streets have the name of a city. */
function* placeQueriesOf(street: string, text: string, whole: boolean) {
  const zip = /(?:^|\s)(\d{1,5})(?:-\d{0,4})?$/.exec(text.trim())?.[1] ?? ''
  const named = plain(zip === '' ? text : text.trim().replace(/\s*\d{1,5}(?:-\d{0,4})?$/, ''))
  if (zip.length === 5 && named === '') yield { street, wanted: { name: '', state: [], zip, whole } }
  const words = named.split(' ')
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const state = statesNamed(words.slice(-count).join(' '))
    if (state.length > 0) yield { street, wanted: { name: words.slice(0, -count).join(' '), state, zip, whole: true } }
  }
  if (!whole || zip.length === 5) yield { street, wanted: { name: named, state: [], zip, whole } }
}

/** The states with this code, or whose name begins with this word. */
function statesNamed(word: string): readonly State[] {
  const exact = stateFrom(word)
  if (exact?.country === 'USA') return [exact]
  return word.length < 3 ? [] : states.filter(({ name, country }) => country === 'USA' && plain(name).startsWith(word))
}

/** A place with one ZIP code gets it. With several, the likeliest place is offered without one, then with each. */
function addressesIn(
  { city, state, zips }: Place,
  street: string,
  wanted: PlaceQuery,
  isLikeliest: boolean,
): readonly FoundAddress[] {
  const at = (zip: string) => ({ address_line_1: street, city, state: state.name, zip, country: state.country })
  const matching = zips.filter((zip) => zip.startsWith(wanted.zip))
  const [only = '', ...others] = matching
  if (others.length === 0) return [at(only)]
  if (!isLikeliest) return [at('')]
  return [...(wanted.zip === '' ? [''] : []), ...matching].map(at)
}

function placesByName(): readonly Place[] {
  const places = new Map<string, Place>()
  for (const { zip, city, states } of zipCodes.values()) {
    const [state] = states
    const name = plain(city)
    const key = `${name},${state.code}`
    const place = places.get(key) ?? { city, state, name, zips: [] }
    place.zips.push(zip)
    places.set(key, place)
  }
  for (const { zips } of places.values()) zips.sort()
  return [...places.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function firstFrom(places: readonly Place[], name: string): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.name ?? '') >= name) high = middle
    else low = middle + 1
  }
  return low
}

/** A ZIP code: the city its post office names, and the states it extends into, the post office's state first. */
type ZipCode = { readonly zip: string; readonly city: string; readonly states: readonly [State, ...State[]] }

/**
 * ZIP codes whose routes extend into another state, by that state: most from the Census Bureau's tabulation areas that
 * cross a border, the rest from common knowledge. A code missing here has only the state of its post office, which at
 * worst leads to an unnecessary question.
 */
const bordering: Readonly<Record<string, string>> = {
  AL: '30165 31905 38852',
  AR: '65729 65733 65761 75556',
  AZ: '84531 84536 87328',
  CA: '89010 89019 89060 89061 89439 97635',
  CO: '69168 82063 82082',
  IA: '56027 56129',
  ID: '59847 83120 83127 89832 97910 97913 99033 99128',
  IL: '63673',
  KS: '68325 68327 68420 68943 68978 69026',
  KY: '38541 38549',
  LA: '71749',
  MA: '02861',
  ME: '03579',
  MI: '54540',
  MN: '51360 57026 57030 57068 57260 58225',
  MO: '51640 52542 52573 52626 72644',
  MS: '38326',
  MT: '57717 57724 58621 82801',
  ND: '57430 57437 57638 57641 57642 57645 57648 57660 59221 59270 59275',
  NE: '51557 57078 66541 66955 80737 82082',
  NM: '79835 79837 79922 81120 81137 86504 86514 86515',
  NV: '84034',
  OK: '67950 71937 71953',
  OR: '89421 99362',
  SD: '51001 51023 56136 56144 56164 56219 56220 56257 58043 58413 58436 58439 58568 58623 58649 58653 68719 68755 69201 69212 69216 69337 82701',
  TN: '40965 42079 42223 42602 72338 72395',
  TX: '73949 88063 88430',
  UT: '81324 82930 83342 86044 86514',
  WA: '83856',
  WV: '20135',
  WY: '57717',
}

const otherStates = new Map<string, readonly State[]>()
for (const [code, zips] of Object.entries(bordering)) {
  const state = stateFrom(code)
  if (state === undefined) throw new Error(`${code} is not a state.`)
  for (const zip of zips.split(' ')) otherStates.set(zip, [...(otherStates.get(zip) ?? []), state])
}

/** Every ZIP code of the states, the territories and the armed forces. */
export const zipCodes: ReadonlyMap<string, ZipCode> = new Map(
  Object.values(zipcodes.codes).flatMap(({ zip, city, state, country }) => {
    const own = country === 'US' ? stateFrom(state) : undefined
    // The post offices of the armed forces: APO, FPO, DPO.
    const named = city.replace(/^[AFD]po$/, (word) => word.toUpperCase())
    return own === undefined
      ? []
      : [[zip, { zip, city: named, states: [own, ...(otherStates.get(zip) ?? [])] }] as const]
  }),
)
