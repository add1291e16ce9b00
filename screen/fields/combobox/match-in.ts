export type Match = {
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
