import type { Redrawn } from './draw-form.ts'
import type { OpenPdf, PageSeen } from './open-pdf.ts'

/** How far a color may be off (of 255), and how many pixels per page may exceed that: rounding can move as much. */
const tolerated = { colour: 64, pixels: 8 }

/** What a converted PDF shows less than its source file; undefined if it shows everything. */
export function lostIn(before: OpenPdf, after: OpenPdf, redrawn: readonly Redrawn[]): string | undefined {
  if (after.pages !== before.pages) return `${before.pages} pages became ${after.pages}.`
  for (let page = 0; page < before.pages; page += 1) {
    const anew = redrawn.filter((each) => each.page === page)
    const covered = anew.map(({ place }) => place)
    const was = before.see(
      page,
      anew.map(({ note }) => note),
      covered,
    )
    const is = after.see(page, [], covered)
    if (!was) continue // a page that could not be read before is not lost
    const lost = is ? differenceOf(was, is, anew) : 'cannot be read.'
    if (lost !== undefined) return `Page ${page + 1}: ${lost}`
  }
  return undefined
}

function differenceOf(was: PageSeen, is: PageSeen, anew: readonly Redrawn[]): string | undefined {
  if (was.width !== is.width || was.height !== is.height) return 'it has another size.'
  const pixels = differentPixels(was.pixels, is.pixels)
  if (pixels > tolerated.pixels) return `${pixels} pixels differ.`
  const values = anew.map(({ value }) => value).join('\n')
  if (missingWords(values, is.text).length > 0) return 'what was typed into a form is gone.'
  const words = missingWords(was.text, is.text)
  // Without the document's reading direction, a page may be read in another order, which is no loss.
  const sameLetters = pixels === 0 && squeezed(was.text).length <= squeezed(is.text).length
  return words.length > 0 && !sameLetters ? `${words.length} words are gone.` : undefined
}

/**
 * The words and marks of a text that another text lacks or has less often. White space and hyphens are ignored, because
 * every reader guesses them. In scripts whose letters are drawn in another order than they are read, such as Hebrew and
 * Hindi, letters are compared one by one.
 */
export function missingWords(wanted: string, given: string): readonly string[] {
  const letters = squeezed(given)
  if (squeezed(wanted) === letters) return []
  const [wants, has] = [countsOf(wanted), countsOf(given)]
  const short = [...wants].filter(([word, times]) => (has.get(word) ?? 0) < times)
  // More than a reader joins or splits, so they really are missing.
  if (short.length > MOST_REJOINED) return short.map(([word]) => word)
  const known = new Set(letters)
  const spare = new Map([...has].map(([word, times]) => [word, times - (wants.get(word) ?? 0)]))
  const isThere = (word: string, times: number) =>
    reordered.test(word)
      ? [...word].every((each) => known.has(each))
      : letters.split(word).length - 1 >= times || isParted(word, times - (has.get(word) ?? 0), spare)
  return short.flatMap(([word, times]) => (isThere(word, times) ? [] : [word]))
}

const MOST_REJOINED = 5_000
const LONGEST_PARTED = 100 // letters

/** Whether a word occurs this often in pieces, as in a narrow column, among pieces that no other word uses. */
function isParted(word: string, times: number, spare: Map<string, number>): boolean {
  if (word.length > LONGEST_PARTED) return false
  for (let time = 0; time < times; time += 1) {
    const pieces = piecesOf(word, spare)
    if (!pieces) return false
    for (const piece of pieces) spare.set(piece, (spare.get(piece) ?? 0) - 1)
  }
  return true
}

/** The fewest unused pieces that make up a word. */
function piecesOf(word: string, spare: ReadonlyMap<string, number>): readonly string[] | undefined {
  const ways: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end += 1)
    for (let start = 0; start < end; start += 1) {
      const [way, piece] = [ways[start], word.slice(start, end)]
      const uses = way && way.filter((each) => each === piece).length + 1
      if (way && (spare.get(piece) ?? 0) >= (uses ?? 1) && way.length + 1 < (ways[end]?.length ?? Infinity))
        ways[end] = [...way, piece]
    }
  return ways[word.length]
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of plain(text).replace(BETWEEN, ' ').matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Small letters may be drawn as capitals, never the reverse; Hebrew text draws brackets as their counterparts. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[)\]}>»]/g, (mark) => '([{<«'[')]}>»'.indexOf(mark)] ?? mark)
    .toUpperCase()
const squeezed = (text: string) => plain(text).replace(BETWEEN, '')
// Includes marks that readers add at the end of a line, and characters that mean nothing outside their own font.
const BETWEEN = /[\s\p{Cc}\p{Cf}\p{Co}\ufffe\uffff\u2010-]+/gu
/** Each mark counts by itself: in right-to-left text it moves to the other end of its word. */
const WORD = /[\p{L}\p{N}]+|\S/gu
const reordered = /[\u0590-\u109f\u1780-\u17ff]/

function differentPixels(was: Uint8Array, is: Uint8Array): number {
  let count = 0
  for (let at = 0; at < was.length; at += 4) {
    const off = (byte: number) => Math.abs((was[at + byte] ?? 0) - (is[at + byte] ?? 0))
    if (Math.max(off(0), off(1), off(2)) > tolerated.colour) count += 1
  }
  return count
}
