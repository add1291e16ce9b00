/** One entry of a searchable list. */
export type ComboboxItem = {
  readonly value: string
  readonly label: string
  /** A second, smaller line. */
  readonly detail?: string
  /** Text that the person typed, used unchanged: chosen in the list, or left in the box. */
  readonly created?: 'chosen' | 'left'
  /** Names by which it is found too, the most usual first. Never shown. */
  readonly otherNames?: readonly string[]
  /** Codes by which it is found when one of them is all that is typed. Never shown. */
  readonly codes?: readonly string[]
}

/**
 * The entries that the typed text finds, best first: those with exactly this label, name or code, then those whose
 * label or other name starts with it, then those with a word that does, then those that contain it. Ties keep their
 * order. An article is ignored where it finds nothing.
 */
export function matching(entries: readonly ComboboxItem[], typed: string): readonly ComboboxItem[] {
  if (typed.trim() === '') return entries
  const found = entries
    .flatMap((entry) => {
      const place = placeOf(entry, typed)
      return place === undefined ? [] : [{ entry, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry)
  const shorter = withoutArticle(typed)
  return found.length > 0 || shorter === undefined ? found : matching(entries, shorter)
}

/**
 * The entry that a whole text can only mean: the one with this label, or the only one with this other name. A code does
 * not count: MT is Malta, and also Montana.
 */
export function entryNamed(entries: readonly ComboboxItem[], text: string): ComboboxItem | undefined {
  const labeled = entries.find(({ label }) => readsAs(label, text))
  if (labeled) return labeled
  const [named, another] = entries.filter(({ otherNames = [] }) => otherNames.some((name) => readsAs(name, text)))
  if (named) return another ? undefined : named
  const shorter = withoutArticle(text)
  return shorter === undefined ? undefined : entryNamed(entries, shorter)
}

/** Where an entry belongs among those found, the best at 0; undefined if the text does not find it. */
function placeOf({ label, otherNames = [], codes = [] }: ComboboxItem, typed: string): number | undefined {
  if (readsAs(label, typed)) return 0
  const named = otherNames.findIndex((name) => readsAs(name, typed))
  // Two entries may have the same other name: it comes first where it is the more usual one. There are fewer than 100.
  if (named !== -1) return 1 + named / 100
  if (codes.some((code) => readsAs(code, typed))) return 2
  const rank = matchIn(label, typed)?.rank
  const otherRank = Math.min(...otherNames.map((name) => matchIn(name, typed)?.rank ?? 2))
  if (rank === 0) return 3
  if (otherRank === 0) return 4
  if (rank === 1) return 5
  if (otherRank === 1) return 6
  return rank === undefined ? undefined : 7
}

/** "The Gambia" is Gambia; undefined where the text has no article. */
const withoutArticle = (text: string): string | undefined => /^\s*the\s+(\S.*)$/i.exec(text)?.[1]

type Match = {
  /** The position of the match in the label, as in `slice`. */
  readonly start: number
  readonly end: number
  /** 0 at the start of the label, 1 at the start of another word, 2 inside a word. */
  readonly rank: 0 | 1 | 2
}

/** The best match of the typed text in a label, ignoring case, accents and punctuation. Empty text has no match. */
export function matchIn(label: string, typed: string): Match | undefined {
  const wanted = folded(typed)
  if (wanted === '') return undefined
  const { text, starts, ends } = spread(label)
  let inside: Match | undefined
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const match = { start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? label.length }
    if (at === 0) return { ...match, rank: 0 }
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return { ...match, rank: 1 }
    inside ??= { ...match, rank: 2 }
  }
  return inside
}

/** Whether two texts are equal, ignoring case, accents, punctuation and the space around them. */
export const readsAs = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (text: string) => spread(text).text.trim()

/**
 * The text without case, accents and punctuation, and where each of its characters starts and ends in the original: an
 * accent may be a character of its own, and belongs to the letter before it.
 */
function spread(original: string): { text: string; starts: readonly number[]; ends: readonly number[] } {
  let text = ''
  let from = 0
  const starts: number[] = []
  const ends: number[] = []
  for (const character of original) {
    const until = from + character.length
    const plain = plainOf(character)
    if (isAccent.test(character) && ends.length > 0) ends[ends.length - 1] = until
    if (plain !== ' ' || !text.endsWith(' ')) {
      text += plain
      for (let index = 0; index < plain.length; index += 1) {
        starts.push(from)
        ends.push(until)
      }
    }
    from = until
  }
  return { text, starts, ends }
}

const isAccent = /^\p{M}/u

/** People type "U.S.", "St Lucia", "Timor Leste", "Cote d'Ivoire" and "Trinidad & Tobago". */
function plainOf(character: string): string {
  if (/[a-z0-9]/.test(character)) return character // most are; a long list is searched at each key press
  if (character === '&') return 'and'
  if (/[\s\p{Pd}]/u.test(character)) return ' '
  return character
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}.,()]/gu, '')
    .replace('’', "'")
}
