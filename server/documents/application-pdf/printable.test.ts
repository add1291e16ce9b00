import { describe, expect, test } from 'vitest'
import { printable } from './printable.ts'

/** Acts like a font with Latin letters and the joiner. */
const covers = (codePoint: number) => (codePoint >= 0x20 && codePoint < 0x250) || codePoint === 0x301

describe('what is printed', () => {
  test.each([
    ['plain text', 'Bo Li', 'Bo Li'],
    ['nothing', '', ''],
    ['line ends of every kind', 'a\r\nb\rc\u2028d\u0085e\vf', 'a\nb\nc\nd\ne\nf'],
    ['spaces of every kind', 'a\tb\u00a0c\u202fd', 'a b c d'],
    ['composed letters', 'e\u0301', 'é'],
    ['controls and direction marks', 'a\0\u001b\u200b\u202eb\ufeff', 'ab'],
    ['nothing but controls', '\0\u200b', '[U+0000 U+200B]'],
    ['an uncovered character', 'a😀b', 'a😀b'],
    ['an emoji of several', '👩‍🚀!', '👩‍🚀!'],
    ['private use', 'a\ue000\ue001b', 'a[U+E000 U+E001]b'],
    ['noncharacters', '\ufdd0\u{1ffff}', '[U+FDD0 U+1FFFF]'],
    ['a filler that draws nothing', 'a\n\u3164', 'a\n[U+3164]'],
    ['a lone surrogate', 'a\ud83d', 'a[U+FFFD]'],
    ['a variation selector', 'a\ufe0fb', 'ab'],
  ])('of %s', (_, original, text) => {
    expect(printable(original, covers).text).toBe(text)
  })
})

describe('what no font is to draw by number is written as number', () => {
  test.each([
    ['an uncovered character', 'a😀b', 'a[U+1F600]b'],
    ['several in a row', 'ქა', '[U+10E5 U+10D0]'],
    ['an emoji of several', '👩‍🚀!', '[U+1F469 U+1F680]!'],
  ])('%s', (_, original, text) => {
    expect(printable(original, covers, () => false).text).toBe(text)
  })
})

test.each([
  ['plain', []],
  ['a😀b😀', ['😀', '😀']],
  ['\0', ['\0']],
])('reports the replaced characters of %j', (original, replaced) => {
  expect(printable(original, covers).replaced).toEqual(replaced)
})
