import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

/** A text to print, and the characters in it that are printed by number. */
type Printable = { readonly text: string; readonly replaced: readonly string[] }

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
const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const FAMILY = 'Character Numbers' // text.typ names it too
const UNITS = 1000 // of an em
const SIZE = 0.76 // of the text: small, because a number is several times as wide as a letter

/**
 * A font that draws every character of these texts as its number in brackets, such as [U+4E2D]. A PDF takes its text from
 * what a glyph stands for, so a reader sees the number, and copies or hears the character. Characters that draw nothing
 * by themselves, such as joiners, draw nothing here either.
 */
export function numberFont(texts: Iterable<string>): Buffer {
  const draw = outlinesOf(SOURCE_SANS)
  const glyphs = [new opentype.Glyph({ name: '.notdef', advanceWidth: UNITS / 2, path: new opentype.Path() })]
  for (const character of new Set([...texts].flatMap((text) => [...text]))) {
    const shown = INVISIBLE.test(character) ? '' : `[${numberOf(character)}]`
    glyphs.push(
      new opentype.Glyph({ name: numberOf(character), unicode: character.codePointAt(0) ?? 0, ...draw(shown) }),
    )
  }
  const font = new opentype.Font({
    familyName: FAMILY,
    styleName: 'Regular',
    unitsPerEm: UNITS,
    ascender: 0.8 * UNITS,
    descender: -0.2 * UNITS,
    glyphs,
  })
  return Buffer.from(font.toArrayBuffer())
}

const SOURCE_SANS = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
)
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u

/** Draws a text of simple letters, one beside the other. */
function outlinesOf(file: string) {
  const font = opentype.parse(Uint8Array.from(readFileSync(file)).buffer)
  const scale = (SIZE * UNITS) / font.unitsPerEm
  return (text: string) => {
    const path = new opentype.Path()
    let advanceWidth = 0
    for (const letter of text) {
      const glyph = font.charToGlyph(letter)
      path.extend(upright(glyph.getPath(advanceWidth, 0, SIZE * UNITS)))
      advanceWidth += Math.round((glyph.advanceWidth ?? 0) * scale)
    }
    return { path, advanceWidth }
  }
}

/** A path is drawn with y downward, a glyph with y upward. */
function upright(path: opentype.Path): opentype.Path {
  for (const command of path.commands) {
    if ('y' in command) command.y *= -1
    if ('y1' in command) command.y1 *= -1
    if ('y2' in command) command.y2 *= -1
  }
  return path
}
