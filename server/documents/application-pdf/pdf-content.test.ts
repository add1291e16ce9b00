import { describe, expect, test } from 'vitest'
import { printedPages } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { pdfContent } from './pdf-content.ts'
import { printable } from './printable.ts'
import { richOutline, sampleInstitution } from './testing/sample-outlines.ts'

describe('the first page', () => {
  const pdfAt = (time: string, zone: string, configured = {}) =>
    pdfContent({
      pages: printedPages(richOutline, ['about', 'education']),
      institution: { ...sampleInstitution, time_zone: zone, ...configured },
      applicant: 'Bo Li',
      term: 'Fall 2027',
      reference: 'BSU-7KQ4-M2XD',
      submittedAt: new Date(time),
      formVersion: '2026.3',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    })

  test.each([
    ['2026-11-14T22:42:00Z', 'America/Denver', 'November 14, 2026 at 3:42 PM MST (UTC−07:00)'],
    ['2026-07-01T05:05:00Z', 'America/Denver', 'June 30, 2026 at 11:05 PM MDT (UTC−06:00)'],
    ['2026-07-01T05:05:00Z', 'UTC', 'July 1, 2026 at 5:05 AM UTC'],
  ])('%s in %s is printed with its zone', (time, zone, printed) => {
    const submitted = pdfAt(time, zone).cover.find(({ label }) => label === 'Submitted')
    expect(submitted?.text.replace('\u202f', ' ')).toBe(printed)
  })

  test.each(['009901', '123456'])(
    'contains the configured school code %s, and calls no transfer student a freshman',
    (school_code) => {
      const { cover } = pdfAt('2026-07-01T05:05:00Z', 'UTC', { school_code })
      expect(cover, proves('1.institution.7')).toContainEqual({ label: 'School code', text: school_code })
      expect(JSON.stringify(cover)).not.toContain('Freshman')
    },
  )
})

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
