import { describe, expect, test } from 'vitest'
import { fileProblem } from '../../../api/browser.ts'
import { canonicalFileName } from '../../../engine/index.ts'
import { nameWith, noteOnName, withShortName } from './file-name.ts'

const sent = (name: string, taken: readonly string[] = []) => withShortName(new File(['x'], name), taken).name

describe('a name that is too long keeps its beginning and its ending', () => {
  test.each([
    ['a screenshot', 'Screenshot 2026-11-27 at 5.06.12 PM.png', 'Screenshot 2026-11-27 at.png'],
    ['one of Android', 'Screenshot_20270501-123456_Photographs.jpeg', 'Screenshot_20270501-123456.jpeg'],
    ['words with hyphens', 'official-transcript-from-flathead-valley.pdf', 'official-transcript-from.pdf'],
    [
      'a word that ends where the room does',
      'Transcript of all my courses to now.pdf',
      'Transcript of all my courses.pdf',
    ],
    ['a bracket behind the last word', 'Transcript Flathead Valley CC (1) copy.pdf', 'Transcript Flathead Valley.pdf'],
    ['one long word', 'Immatrikulationsbescheinigungsverfahren.pdf', 'Immatrikulationsbescheinigun.pdf'],
    [
      'a long word after a short one',
      'My Immatrikulationsbescheinigungsverfahren.pdf',
      'My Immatrikulationsbescheini.pdf',
    ],
    ['an ending in capitals', 'Certificate of Finance And Support.DOCX', 'Certificate of Finance And.DOCX'],
    [
      'Japanese',
      '卒業証明書および成績証明書（英語版）二千二十六年度提出用最終版.pdf',
      '卒業証明書および成績証明書（英語版）二千二十六年度提出用.pdf',
    ],
    ['Arabic', 'شهادة التخرج من المدرسة الثانوية العامة.pdf', 'شهادة التخرج من المدرسة.pdf'],
    ['nothing but one letter with its marks', `e${'\u0323\u0307'.repeat(40)}.pdf`, 'Document.pdf'],
  ])('%s', (_, name, short) => expect(sent(name)).toBe(short))

  test('of letters that are read as one, all or nothing is kept', () => {
    const ones = ['🇺🇸', '👩‍❤️‍👨', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'q\u0323\u0307', 'क्\u200Dष', '😀']
    const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
    for (const one of ones)
      for (let before = 0; before < 29; before += 1) {
        const stem = sent(`${'a'.repeat(before)}${one.repeat(30)}.pdf`).slice(before, -'.pdf'.length)
        const rest = [...characters.segment(stem.replaceAll(one, ''))].map(({ segment }) => segment)
        expect([one, before, rest]).toEqual([one, before, []])
      }
  })
})

describe('every name that is sent is short enough, and is what is stored', () => {
  const parts = [
    'transcript',
    ' ',
    '_',
    '-',
    '2026-11',
    '(1)',
    'é',
    'e\u0301',
    '😀',
    '👩‍❤️‍👨',
    'שנה',
    'می\u200Cخ',
    '.',
    '葛\u{E0100}',
    '\u202E',
  ]
  test.each(parts)('with many of %j', (part) => {
    for (const other of parts)
      for (const ending of ['.pdf', '.jpeg', '.JFIF']) {
        const given = `${`${part}${other}`.repeat(20)}${ending}`
        const name = sent(given)
        const isAsChosen = canonicalFileName(given) === canonicalFileName(name)
        expect([given, name, fileProblem(name, 1)]).toEqual([
          given,
          isAsChosen ? given : canonicalFileName(name),
          undefined,
        ])
        expect(name.endsWith(ending)).toBe(true)
      }
  })
})

test('a name that is short enough stays, with its file', () => {
  for (const name of [`${'n'.repeat(28)}.pdf`, `${'e\u0301'.repeat(28)}.pdf`, 'a.b c.PDF', '.pdf']) {
    const file = new File(['x'], name)
    expect(withShortName(file, [name])).toBe(file)
  }
  expect(withShortName(new File(['xy'], `${'n'.repeat(29)}.pdf`, { type: 'a/b' }), [])).toMatchObject({
    size: 2,
    type: 'a/b',
  })
})

test('a document of the application that is called so already gives the next one a number', () => {
  const [first, second] = ['Screenshot 2026-11-27 at 5.06.12 PM.png', 'Screenshot 2026-11-27 at 5.08.44 PM.png']
  const taken: string[] = []
  for (const name of [first, second, second]) taken.push(sent(name, taken))
  expect(taken).toEqual([
    'Screenshot 2026-11-27 at.png',
    'Screenshot 2026-11-27 at 2.png',
    'Screenshot 2026-11-27 at 3.png',
  ])
})

test('a file that is converted has the new ending, and a note only on a name that is shorter', () => {
  const long = { name: 'Screenshot 2026-11-27 at 5.06.12 PM.png' }
  expect(nameWith('.jpg', { name: 'IMG_2041.HEIC' })).toBe('IMG_2041.jpg')
  expect(nameWith('.pdf', long)).toBe('Screenshot 2026-11-27 at.pdf')
  expect(noteOnName({ name: 'IMG_2041.HEIC' }, 'IMG_2041.jpg')).toBeUndefined()
  expect(noteOnName({ name: 'e\u0301.pdf' }, 'é.pdf')).toBeUndefined()
  expect(noteOnName(long, 'Screenshot 2026-11-27 at.pdf')).toBe(
    'We shortened the name to \u2068Screenshot 2026-11-27 at.pdf\u2069.',
  )
})
