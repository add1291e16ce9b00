import type { RedrawnField } from './draw-form.ts'
import type { OpenPdf, RenderedPage } from './open-pdf.ts'

/** How far a color may be off (of 255), and how many pixels per page may exceed that: rounding can move as much. */
const TOLERANCE = { colour: 64, pixels: 8 }

/** What a converted PDF shows less than its source file; undefined if it shows everything. */
export function visibleLoss(before: OpenPdf, after: OpenPdf, redrawn: readonly RedrawnField[]): string | undefined {
  if (after.pages !== before.pages) return `${before.pages} pages became ${after.pages}.`
  for (let page = 0; page < before.pages; page += 1) {
    const redrawnFields = redrawn.filter((each) => each.page === page)
    const covered = redrawnFields.map(({ place }) => place)
    const source = before.render(
      page,
      redrawnFields.map(({ annotation }) => annotation),
      covered,
    )
    const result = after.render(page, [], covered)
    if (!source) continue // a page that could not be read before is not lost
    const lost = result ? differenceOf(source, result, redrawnFields) : 'cannot be read.'
    if (lost !== undefined) return `Page ${page + 1}: ${lost}`
  }
  return undefined
}

function differenceOf(
  source: RenderedPage,
  result: RenderedPage,
  redrawnFields: readonly RedrawnField[],
): string | undefined {
  if (source.width !== result.width || source.height !== result.height) return 'it has another size.'
  const pixels = differentPixels(source.pixels, result.pixels)
  if (pixels > TOLERANCE.pixels) return `${pixels} pixels differ.`
  const values = redrawnFields.map(({ value }) => value).join('\n')
  if (missingWords(values, result.text).length > 0) return 'what source typed into a form is gone.'
  const words = missingWords(source.text, result.text)
  // Without the document's reading direction, a page may be read in another order, which is no loss.
  const sameLetters = pixels === 0 && withoutSpaces(source.text).length <= withoutSpaces(result.text).length
  return words.length > 0 && !sameLetters ? `${words.length} words are gone.` : undefined
}

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
const withoutSpaces = (text: string) => plain(text).replace(SEPARATORS, '')
// Includes marks that readers add at the end of a line, and characters that mean nothing outside their own font.
const SEPARATORS = /[\s\p{Cc}\p{Cf}\p{Co}\ufffe\uffff\u2010-]+/gu
/** Each mark counts by itself: in right-to-left text it moves to the other end of its word. */
const WORD = /[\p{L}\p{N}]+|\S/gu
const reordered = /[\u0590-\u109f\u1780-\u17ff]/

function differentPixels(source: Uint8Array, result: Uint8Array): number {
  let count = 0
  for (let at = 0; at < source.length; at += 4) {
    const difference = (byte: number) => Math.abs((source[at + byte] ?? 0) - (result[at + byte] ?? 0))
    if (Math.max(difference(0), difference(1), difference(2)) > TOLERANCE.colour) count += 1
  }
  return count
}
