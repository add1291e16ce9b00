/** A word of the index that matches a word of a search, and how well: 1 is the word itself. */
export type Found = { readonly word: number; readonly quality: number }

/** All words of an index, numbered in their order. */
export type Vocabulary = {
  readonly words: readonly string[]
  readonly numberOf: (word: string) => number | undefined
  /** The word itself and words that begin with it. `last`: still being typed, so a beginning is nearly as good. */
  readonly beginning: (word: string, last: boolean) => readonly Found[]
  /** Words one or two letters away; for the last word, also words with such a beginning. */
  readonly near: (word: string, last: boolean) => readonly Found[]
}

export function vocabularyOf(all: Iterable<string>): Vocabulary {
  const words = [...new Set(all)].sort()
  const numbers = new Map(words.map((word, number) => [word, number]))
  return {
    words,
    numberOf: (word) => numbers.get(word),
    beginning(word, last) {
      const found: Found[] = []
      const from = firstWhere(0, words.length, (number) => (words[number] ?? '') >= word)
      for (let number = from; words[number]?.startsWith(word); number += 1) {
        const missing = (words[number] ?? '').length - word.length
        found.push({ word: number, quality: beginningQuality(missing, last) })
      }
      return found
    },
    near: cached((word, last) => nearWords(words, word, last)),
  }
}

/** How well a word matches its beginning, by the number of missing letters. */
export const beginningQuality = (missing: number, last: boolean): number =>
  missing === 0 ? 1 : (last ? 0.96 : 0.85) - 0.01 * Math.min(missing, 8)

/** How well a word matches with this many mistakes. */
export const mistakenQuality = (mistakes: number): number => [0.9, 0.75, 0.55][mistakes] ?? 0.4

/** How many letters may be wrong. None in short words, because the mistake would make another word. */
export const mistakesAllowed = (word: string): number =>
  word.length < 4 ? 0 : word.length < 7 ? 1 : word.length < 10 ? 2 : 3

const REMEMBERED = 1_000 // words

/** Caches the near words of completed words, which are looked up again at each letter of the next word. */
function cached(near: Vocabulary['near']): Vocabulary['near'] {
  const known = new Map<string, readonly Found[]>()
  return (word, last) => {
    if (last) return near(word, last)
    const found = known.get(word) ?? near(word, last)
    const [oldest] = known.keys()
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
    known.set(word, found)
    return found
  }
}

/**
 * Walks the sorted words as a tree: a shared beginning is compared once, and words that begin too differently are
 * skipped. Two swapped neighboring letters are one mistake.
 */
function nearWords(words: readonly string[], wanted: string, last: boolean): readonly Found[] {
  const allowed = mistakesAllowed(wanted)
  const most = last ? Math.min(allowed, 2) : allowed // three in the beginnings of words would take twice the time
  if (most === 0) return []
  const best = new Map<number, number>()
  const record = (number: number, quality: number) => best.set(number, Math.max(quality, best.get(number) ?? 0))
  const rows = [firstRow(wanted)]
  const rowAt = (depth: number) => {
    rows[depth] ??= firstRow(wanted)
    return rows[depth]
  }

  /** The row at a depth: the mistakes between the shared beginning of the words from..to and the wanted letters. */
  function visit(from: number, to: number, depth: number): void {
    const row = rowAt(depth)
    const mistakes = row[wanted.length] ?? most + 1
    if (last && mistakes <= most) {
      for (let number = from; number < to; number += 1) record(number, mistakenQuality(mistakes) - 0.1)
    }
    let start = from
    if (words[start]?.length === depth) {
      if (mistakes <= most) record(start, mistakenQuality(mistakes))
      start += 1
    }
    while (start < to) {
      const letter = words[start]?.[depth] ?? ''
      const end = firstWhere(start, to, (number) => words[number]?.[depth] !== letter)
      const before = words[start]?.[depth - 1]
      const least = nextRow(rowAt(depth + 1), row, rows[depth - 1], wanted, letter, before)
      if (least <= most) visit(start, end, depth + 1)
      start = end
    }
  }

  visit(0, words.length, 0)
  return [...best].map(([word, quality]) => ({ word, quality }))
}

/** The mistakes before any letter: all wanted letters are missing. */
export const firstRow = (wanted: string): Uint8Array => Uint8Array.from({ length: wanted.length + 1 }, (_, at) => at)

/**
 * Fills `next` with the mistakes after one more letter (Damerau-Levenshtein) and returns the fewest of them; `before`
 * is the letter before that one.
 */
export function nextRow(
  next: Uint8Array,
  row: Uint8Array,
  above: Uint8Array | undefined,
  wanted: string,
  letter: string,
  before: string | undefined,
): number {
  let left = (row[0] ?? 0) + 1
  let least = left
  next[0] = left
  for (let at = 1; at <= wanted.length; at += 1) {
    const changed = (row[at - 1] ?? 0) + (wanted[at - 1] === letter ? 0 : 1)
    left = Math.min(changed, left + 1, (row[at] ?? 0) + 1)
    if (at > 1 && above !== undefined && wanted[at - 1] === before && wanted[at - 2] === letter)
      left = Math.min(left, (above[at - 2] ?? 0) + 1)
    next[at] = left
    if (left < least) least = left
  }
  return least
}

/** The first number from `from` on for which `holds` is true (it must then stay true); `to` if there is none. */
function firstWhere(from: number, to: number, holds: (number: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
