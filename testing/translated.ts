/** A sentence with places, as a pattern of the English one that is filled. */
type Pattern = { readonly filled: RegExp; readonly places: readonly string[]; readonly own: string }

/** The sentences of one language, for somebody who has nothing else. */
export type Translations = { readonly texts: ReadonlyMap<string, string>; readonly patterns: readonly Pattern[] }

const PLACE = /\{([\w.]+)\}/g

/** Made from pairs of an English sentence and its translation. */
export function translationsOf(pairs: readonly (readonly [english: string, own: string])[]): Translations {
  // The one with the most words first, because a shorter one may be how it begins.
  const longest = pairs.toSorted(([one], [other]) => other.length - one.length)
  const patterns = longest.flatMap(([text, own]) => {
    const [places, words] = [[...text.matchAll(PLACE)].map(([, name = '']) => name), text.split(/\{[\w.]+\}/)]
    // One that is all places, such as "{block}: {question}", would fit too much.
    if (places.length === 0 || !/\p{L}{2}/u.test(words.join(' '))) return []
    const filled = new RegExp(`^${words.map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('(.+)')}$`)
    return [{ filled, places, own }]
  })
  return { texts: new Map(pairs), patterns }
}

/** What this translator says, with the values of a filled sentence; undefined if there is no such sentence. */
export function translated(english: string, { texts, patterns }: Translations): string | undefined {
  const whole = texts.get(english)
  if (whole !== undefined) return whole
  const found = patterns.find(({ filled }) => filled.test(english))
  if (found === undefined) return undefined
  const values = found.filled.exec(english)?.slice(1) ?? []
  return found.own.replaceAll(PLACE, (_, name: string) => {
    const value = values[found.places.indexOf(name)] ?? ''
    return translated(value, { texts, patterns }) ?? value
  })
}
