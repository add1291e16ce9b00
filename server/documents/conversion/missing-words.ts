/**
 * The words and marks of a text that another text lacks or has less often. White space and hyphens are ignored, because
 * every reader guesses them. In scripts whose letters are drawn in another order than they are read, such as Hebrew and
 * Hindi, letters are compared one by one.
 */
export function missingWords(wanted: string, given: string): readonly string[] {
  const letters = withoutSpaces(given)
  if (withoutSpaces(wanted) === letters) return []
  const [wantedCounts, givenCounts] = [countsOf(wanted), countsOf(given)]
  const missing = [...wantedCounts].filter(([word, times]) => (givenCounts.get(word) ?? 0) < times)
  // More than a reader joins or splits, so they really are missing.
  if (missing.length > MAX_REJOINED) return missing.map(([word]) => word)
  const known = new Set(letters)
  const spare = new Map([...givenCounts].map(([word, times]) => [word, times - (wantedCounts.get(word) ?? 0)]))
  const isContained = (word: string, times: number) =>
    reordered.test(word)
      ? [...word].every((each) => known.has(each))
      : letters.split(word).length - 1 >= times || isInPieces(word, times - (givenCounts.get(word) ?? 0), spare)
  return missing.flatMap(([word, times]) => (isContained(word, times) ? [] : [word]))
}

const MAX_REJOINED = 5_000
const MAX_WORD_IN_PIECES = 100 // letters

/** Whether a word occurs this often in pieces, as in a narrow column, among pieces that no other word uses. */
function isInPieces(word: string, times: number, spare: Map<string, number>): boolean {
  if (word.length > MAX_WORD_IN_PIECES) return false
  for (let time = 0; time < times; time += 1) {
    const pieces = piecesOf(word, spare)
    if (!pieces) return false
    for (const piece of pieces) spare.set(piece, (spare.get(piece) ?? 0) - 1)
  }
  return true
}

/** The fewest unused pieces that make up a word. */
function piecesOf(word: string, spare: ReadonlyMap<string, number>): readonly string[] | undefined {
  const splits: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end += 1)
    for (let start = 0; start < end; start += 1) {
      const [split, piece] = [splits[start], word.slice(start, end)]
      const uses = split && split.filter((each) => each === piece).length + 1
      if (split && (spare.get(piece) ?? 0) >= (uses ?? 1) && split.length + 1 < (splits[end]?.length ?? Infinity))
        splits[end] = [...split, piece]
    }
  return splits[word.length]
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of plain(text).replace(SEPARATORS, ' ').matchAll(WORD))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Small letters may be drawn as capitals, never the reverse; Hebrew text draws brackets as their counterparts. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[)\]}>»]/g, (mark) => '([{<«'[')]}>»'.indexOf(mark)] ?? mark)
    .toUpperCase()
export const withoutSpaces = (text: string) => plain(text).replace(SEPARATORS, '')
// Includes marks that readers add at the end of a line, and characters that mean nothing outside their own font.
const SEPARATORS = /[\s\p{Cc}\p{Cf}\p{Co}\ufffe\uffff\u2010-]+/gu
/** Each mark counts by itself: in right-to-left text it moves to the other end of its word. */
const WORD = /[\p{L}\p{N}]+|\S/gu
const reordered = /[\u0590-\u109f\u1780-\u17ff]/
