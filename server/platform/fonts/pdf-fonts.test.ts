import { expect, test } from 'vitest'
import { codePointsIn, loadPdfFonts } from './pdf-fonts.ts'

/** A font that has only a cmap with these subtables, each given as 16-bit numbers. */
function fontWith(...subtables: readonly (readonly number[])[]): Uint8Array {
  const header = [1, 0, 1, 0, 0, 0]
  const record = [0x636d, 0x6170, 0, 0, 0, 28, 0, 0]
  let offset = 4 + subtables.length * 8
  const list = subtables.flatMap((subtable) => {
    const entry = [3, 1, 0, offset]
    offset += subtable.length * 2
    return entry
  })
  const numbers = [...header, ...record, 0, subtables.length, ...list, ...subtables.flat()]
  return Uint8Array.from(numbers.flatMap((number) => [number >> 8, number & 0xff]))
}

// A to C by a delta, a to c by a list in which b has no glyph, and the closing segment that every font has.
const format4 = [4, 0, 0, 6, 0, 0, 0, 0x43, 0x63, 0xffff, 0, 0x41, 0x61, 0xffff, 1, 0, 1, 0, 4, 0, 7, 0, 8]
const format12 = [12, 0, 0, 0, 0, 0, 0, 1, 1, 0xf600, 1, 0xf602, 0, 5]

test.each([
  ['format 4', [format4], [0x41, 0x42, 0x43, 0x61, 0x63]],
  ['format 12', [format12], [0x1f600, 0x1f601, 0x1f602]],
  ['both', [format4, format12], [0x41, 0x42, 0x43, 0x61, 0x63, 0x1f600, 0x1f601, 0x1f602]],
  ['neither', [[6, 0, 0, 0]], []],
])('a font in %s', (_, subtables, codePoints) => {
  expect([...codePointsIn(fontWith(...subtables))]).toEqual(codePoints)
})

test('refuses a file that is not a font', () => {
  expect(() => codePointsIn(Uint8Array.of(0, 1, 0, 0, 0, 0))).toThrow('This font has no table of its characters')
})

const { covers } = loadPdfFonts()
test.each([
  ['A', true],
  ['ß', true],
  ['Ω', true],
  ['Я', true],
  ['ế', true],
  ['ש', true],
  ['ش', true],
  ['🁢', true],
  ['ქ', true],
  ['𒀀', false],
  ['😀', true],
  ['\ufffd', false],
])('the PDF fonts contain %s: %j', (character, drawn) => {
  expect(covers(character.codePointAt(0) ?? 0)).toBe(drawn)
})
