import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGiven } from './application.ts'
import { canonicalAnswer } from './canonical-answers.ts'
import {
  canonicalCode,
  canonicalEmail,
  canonicalFileName,
  canonicalParagraph,
  canonicalText,
} from './canonical-text.ts'
import { date, email, paragraph, password, phone, ssn, text } from './questions.ts'

const every = { canonicalText, canonicalParagraph, canonicalCode, canonicalEmail, canonicalFileName }

describe('one line of text', () => {
  test.each([
    ['blanks and tabs at the ends', '  Ada\t', 'Ada'],
    ['blanks of every kind between words', 'New\u00A0 York\u2003City\u3000USA', 'New York City USA'],
    ['a line break', 'Ada\r\nLovelace', 'Ada Lovelace'],
    ['a letter and its mark', 'Jose\u0301', 'José'],
    ['zero-width signs', '\u200BA\u2060d\uFEFFa\u200B', 'Ada'],
    ['soft hyphens', 'Love\u00ADlace', 'Lovelace'],
    ['control characters', 'A\u0007d\u001Ba\u007F', 'Ada'],
    ['overrides of direction', 'gpj.\u202Efdp.pdf', 'gpj.fdp.pdf'],
    ['marks of direction in Latin text', '\u200EAda\u200F', 'Ada'],
    ['a mark of direction in Hebrew', 'שלום C++\u200E', 'שלום C++\u200E'],
    ['a joiner in Latin text', 'A\u200Dd\u200Ca', 'Ada'],
    ['a non-joiner in Persian', 'می\u200Cخواهم', 'می\u200Cخواهم'],
    ['a non-joiner at the end', 'می\u200C', 'می'],
    ['a joiner in Malayalam', 'അവന്\u200D', 'അവന്\u200D'],
    ['a non-joiner in Hindi', 'क्\u200Cष', 'क्\u200Cष'],
    ['a family', '👩‍❤️‍👨', '👩‍❤️‍👨'],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a variant of a Japanese sign', '葛\u{E0100}飾', '葛\u{E0100}飾'],
    ['a selector without a sign', '\uFE0FAda', 'Ada'],
    ['Braille', '⠁⠙⠁⠀⠇', '⠁⠙⠁⠀⠇'],
    ['a Braille blank beside a name', '\u2800Ada', 'Ada'],
    ['digits of another script in an address', 'شارع ١٢', 'شارع ١٢'],
    ['an old Korean syllable', 'ᄒᆞᆫ', 'ᄒᆞᆫ'],
  ])('%s', (_, given, canonical) => {
    expect(canonicalText(given)).toBe(canonical)
  })

  test.each([
    '\u200B',
    '\u3164',
    '\u2800',
    '\u202E',
    '\u00AD',
    '\uFFA0',
    '\u115F\u1160',
    '\u200D',
    '\uFE0F',
    '\u{E0041}',
  ])('%j shows nothing and is no answer', (nothing) => {
    expect(canonicalText(nothing)).toBe('')
    expect(canonicalText(` ${nothing} \u00A0${nothing}`)).toBe('')
    expect(isGiven(nothing)).toBe(false)
    expect(isGiven(`${nothing}a`)).toBe(true)
  })
})

test('paragraphs keep their lines', () => {
  expect(canonicalParagraph('\r\n One  line \r\n\r\n\tAnother\u200B\rThird\u2028Last \n \n')).toBe(
    'One line\n\nAnother\nThird\nLast',
  )
})

describe('codes', () => {
  /** What the platform itself writes with the digits of each script. */
  const systems = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
    const digits = [...new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9876543210)]
    return digits.length === 10 && digits.every((digit) => /\p{Nd}/u.test(digit))
      ? [[numberingSystem, digits.join('')]]
      : []
  })

  test('enough scripts are compared', () => {
    expect(systems.length).toBeGreaterThan(50)
  })
  test.each(systems)('digits of %s', (_, digits = '') => {
    expect(canonicalCode(digits)).toBe('9876543210')
  })
  test.each([
    ['（４０６）５５５－０１２３', '(406)555-0123'],
    ['59715‑1234', '59715-1234'],
    ['1200 ', '1200'],
    ['59\u00AD715', '59715'],
    ['٣٫٨', '3.8'],
    ['ＳＷ１Ａ　１ＡＡ', 'SW1A 1AA'],
  ])('%s', (given, canonical) => {
    expect(canonicalCode(given)).toBe(canonical)
  })
})

test('emails', () => {
  expect(canonicalEmail(' Ada@Example.COM\u200B')).toBe('Ada@example.com')
  expect(canonicalEmail('ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ')).toBe('ada@example.com')
  expect(canonicalEmail('Ada')).toBe('Ada')
})

test('names of files lose folders and what does not show', () => {
  expect(canonicalFileName('../../etc/x.pdf')).toBe('x.pdf')
  expect(canonicalFileName('C:\\scans\\a.pdf')).toBe('a.pdf')
  expect(canonicalFileName('gpj.\u202Efdp.pdf')).toBe('gpj.fdp.pdf')
  expect([...canonicalFileName(`${'e\u0301'.repeat(15)}.pdf`)]).toHaveLength(19)
})

test('the work grows with the text and not with its square', () => {
  expect(canonicalText('ab\u200B'.repeat(200_000))).toBe('ab'.repeat(200_000)) // its square takes minutes
})

test('each kind of question', () => {
  const full = '１２'
  expect(canonicalAnswer(text('a', 'A'), full)).toBe(full)
  expect(canonicalAnswer(text('a', 'A', { inputMode: 'numeric' }), full)).toBe('12')
  expect(canonicalAnswer(text('a', 'A', { role: 'zip' }), full)).toBe('12')
  expect(canonicalAnswer(text('a', 'A', { rules: [{ rule: 'pattern', pattern: '^\\d+$' }] }), full)).toBe('12')
  expect(canonicalAnswer(date('a', 'A'), '２００７-04-19 ')).toBe('2007-04-19')
  for (const question of [phone('a', 'A'), ssn('a', 'A')]) expect(canonicalAnswer(question, ` ${full}`)).toBe('12')
  expect(canonicalAnswer(email('a', 'A'), ' A@B.C')).toBe('A@b.c')
  expect(canonicalAnswer(paragraph('a', 'A'), ' a\n b ')).toBe('a\nb')
  expect(canonicalAnswer(password('a', 'A'), '  e\u0301\u200B ')).toBe('  e\u0301\u200B ')
})

describe('whatever the text', () => {
  const difficult = [
    ...'aé\u0301 \t\n0١１\u200B\u200C\u200D\u200E\u202E\u2060\uFEFF\u00AD\u034F\u061C\u115F\u1160\u1161\u1100\u180E',
    ...'\u180B\uFE0F\u3164\u2800\u2801\uFFA0\u0085\u0000\u064Bم\u05D0क्ᠠ👩❤🏴\u{E0067}\u{E007F}\u{E0100}\u{1F3FB}葛@.＠/\\',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...difficult), maxLength: 12 }),
  )
  test.each(Object.entries(every))('%s is idempotent, composed, and shows something or is empty', (_, canonical) => {
    fc.assert(
      fc.property(texts, (given) => {
        const once = canonical(given)
        expect(canonical(once)).toBe(once)
        expect(once.normalize('NFC')).toBe(once)
        expect(once).not.toMatch(/[\u200B\u2060\uFEFF\u00AD\u202A-\u202E]|(?!\n)\p{Cc}| {2}|^\s|\s$/u)
        if (once !== '') expect(once.replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })
  test('no letter, mark or digit of a line is lost', () => {
    const shown = (value: string) =>
      value
        .normalize('NFD')
        .match(/[\p{L}\p{N}\p{P}\p{S}]/gu)
        ?.filter((sign) => !/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(sign)) ?? []
    fc.assert(
      fc.property(texts, (given) => {
        expect(shown(canonicalText(given))).toEqual(shown(given))
      }),
      { numRuns: 3000 },
    )
  })
})
