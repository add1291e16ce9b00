/** A text to print, and the characters in it that are printed by number. */
export type Printable = { readonly text: string; readonly replaced: readonly string[] }

/**
 * Makes a text drawable: a character that no font covers is printed by its number, as `[U+10E5]`, and counted, never
 * dropped. Controls and direction marks, which draw nothing, are removed unless the text contains nothing else. What
 * `numbers` accepts stays in the text as it was typed, for a font that draws it as its number.
 */
export function printable(
  original: string,
  covers: (codePoint: number) => boolean,
  numbers: (character: string) => boolean = () => true,
): Printable {
  const text = original
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u00a0\u2007\u202f]/g, ' ')
  const drawn = text.replace(DRAWS_NOTHING, '')
  if (drawn === '' && text !== '') return { text: bracketed([...text]), replaced: [...text] }
  const canDraw = (character: string) => character === '\n' || covers(character.codePointAt(0) ?? 0)
  if ([...drawn].every(canDraw)) return { text: drawn, replaced: [] }

  const replaced: string[] = []
  let printed = ''
  let uncovered: string[] = []
  const printUncovered = () => {
    if (uncovered.length > 0) printed += bracketed(uncovered)
    uncovered = []
  }
  for (const { segment } of characters.segment(drawn)) {
    const codePoints = [...segment]
    const shapes = (one: string) => codePoints.length > 1 && SHAPES_ITS_NEIGHBORS.test(one)
    if (codePoints.every((one) => canDraw(one) || shapes(one))) {
      printUncovered()
      printed += segment.replace(VARIATION_SELECTORS, '')
      continue
    }
    replaced.push(segment)
    if (MEANS_NOTHING.test(segment) || !numbers(segment)) uncovered.push(...codePoints.filter((one) => !shapes(one)))
    else {
      printUncovered()
      printed += segment
    }
  }
  printUncovered()
  return { text: printed, replaced }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it removes
const DRAWS_NOTHING = /[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const SHAPES_ITS_NEIGHBORS = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/
const VARIATION_SELECTORS = /[\ufe00-\ufe0f]/g
/**
 * What the text of a PDF must not contain (the replacement character, noncharacters), what has no agreed meaning
 * (private use), and what begins with something that draws nothing.
 */
const MEANS_NOTHING = /^\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\ufffd]/u

const bracketed = (codePoints: readonly string[]) => `[${codePoints.map(numberOf).join(' ')}]`

/** The number of a character as Unicode writes it: U+4E2D. */
export const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
