export type Match = {
  /** The position of the match in the label, as in `slice`. */
  readonly start: number
  readonly end: number
  /** 0 at the start of the label, 1 at the start of another word, 2 inside a word. */
  readonly rank: 0 | 1 | 2
}

/** The best match of the typed text in a label, ignoring case and accents. Empty text has no match. */
export function matchIn(label: string, typed: string): Match | undefined {
  const wanted = folded(typed.trim())
  if (wanted === '') return undefined
  const { text, places } = spread(label)
  let inside: Match | undefined
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const match = { start: places[at] ?? 0, end: places[at + wanted.length] ?? label.length }
    if (at === 0) return { ...match, rank: 0 }
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return { ...match, rank: 1 }
    inside ??= { ...match, rank: 2 }
  }
  return inside
}

/** Whether two texts are equal, ignoring case and accents. */
export const readsAs = (one: string, other: string): boolean => folded(one.trim()) === folded(other.trim())

const folded = (text: string) => spread(text).text

/**
 * The text without case and accents, and the original position of each character: an accent may be its own character.
 */
function spread(original: string): { text: string; places: readonly number[] } {
  let text = ''
  let from = 0
  const places: number[] = []
  for (const character of original) {
    const plain = character
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace('’', "'")
    text += plain
    for (let index = 0; index < plain.length; index += 1) places.push(from)
    from += character.length
  }
  return { text, places }
}
