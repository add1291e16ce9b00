import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import { numberOf } from './printable.ts'

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
    const shown = DRAWS_NOTHING.test(character) ? '' : `[${numberOf(character)}]`
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
const DRAWS_NOTHING = /^\p{Default_Ignorable_Code_Point}$/u

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
