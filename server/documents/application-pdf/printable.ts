import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import svg2ttf from 'svg2ttf'

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
  const glyphs = [...new Set([...texts].flatMap((text) => [...text]))].map((character) => {
    const { outline, width } = draw(INVISIBLE.test(character) ? '' : `[${numberOf(character)}]`)
    const point = (character.codePointAt(0) ?? 0).toString(16)
    return `<glyph unicode="&#x${point};" horiz-adv-x="${width}" d="${outline}"/>`
  })
  // With the outlines of TrueType: of the other kind, veraPDF reads other widths than Typst writes.
  const { buffer } = svg2ttf(
    `<svg xmlns="http://www.w3.org/2000/svg"><font horiz-adv-x="${UNITS / 2}">` +
      `<font-face font-family="${FAMILY}" units-per-em="${UNITS}" ascent="${0.8 * UNITS}" descent="${-0.2 * UNITS}"/>` +
      `<missing-glyph horiz-adv-x="${UNITS / 2}"/>${glyphs.join('')}</font></svg>`,
    { ts: 0 },
  )
  return Buffer.from(buffer)
}

const SOURCE_SANS = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
)
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u

/** Draws a text of simple letters, one beside the other: its outline as SVG with y upward, and its width. */
function outlinesOf(file: string) {
  const font = opentype.parse(Uint8Array.from(readFileSync(file)).buffer)
  const scale = (SIZE * UNITS) / font.unitsPerEm
  return (text: string) => {
    const path = new opentype.Path()
    let width = 0
    for (const letter of text) {
      const glyph = font.charToGlyph(letter)
      path.extend(glyph.getPath(width, 0, SIZE * UNITS))
      width += Math.round((glyph.advanceWidth ?? 0) * scale)
    }
    return { outline: path.commands.map(upright).join(''), width }
  }
}

/** A step of a path, which is drawn with y downward and a glyph with y upward. */
function upright(step: opentype.PathCommand): string {
  const point = (x: number, y: number) => `${Math.round(x)} ${Math.round(-y)}`
  if (step.type === 'Z') return 'Z'
  if (step.type === 'C') throw new Error('This font has outlines that are not those of TrueType.')
  return `${step.type}${step.type === 'Q' ? `${point(step.x1, step.y1)} ` : ''}${point(step.x, step.y)}`
}
