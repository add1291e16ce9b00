/** A text that the fonts can draw, and the characters that are printed by number. */
export type Printable = { readonly text: string; readonly replaced: readonly string[] }

/**
 * Makes a text drawable: a character that no font covers is printed by its number, as `[U+10E5]`, and counted, never
 * dropped. Controls and direction marks, which draw nothing, are removed unless the text contains nothing else.
 */
export function printable(original: string, covers: (codePoint: number) => boolean): Printable {
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
    } else {
      uncovered.push(...codePoints.filter((one) => !shapes(one)))
      replaced.push(segment)
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

const bracketed = (codePoints: readonly string[]) => `[${codePoints.map(numberOf).join(' ')}]`
const numberOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
