import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { admissions } from '../../../form/index.ts'
import { foldedWords, indexRow, isIndexed, ssnHashes } from './index-row.ts'

describe('index row', () => {
  test('the index has only keys that the form asks', () => {
    const asked = admissions.keys.filter(isIndexed)
    expect(asked.toSorted()).toEqual([
      'applied_major',
      'birth_date',
      'chosen_name',
      'degree_nondegree',
      'entry_term',
      'first_name',
      'last_name',
      'middle_name',
      'one_name',
      'phone_home',
      'phone_international',
      'phone_mobile',
      'prev_name',
      'ssn',
    ])
  })

  test('only a whole number is hashed, however it is written, and with a key', () => {
    const ring = (byte: number) => ({ derive: () => createSecretKey(Buffer.alloc(32, byte)) })
    const hashes = ssnHashes('501-55-0187', ring(1))
    expect(ssnHashes(' 501550187', ring(1))).toEqual(hashes)
    expect(ssnHashes('501-55-0188', ring(1)).whole).not.toBe(hashes.whole)
    expect(ssnHashes('400-11-0187', ring(1)).end).toBe(hashes.end)
    expect(ssnHashes('501-55-0187', ring(2))).not.toEqual(hashes)
    for (const part of ['', '501-55', '***-**-0187', '501-55-01877'])
      expect(ssnHashes(part, ring(1))).toEqual({ whole: null, end: null })
  })

  test.each([
    ['Suharto', 'suharto, ', { first_name: 'Suharto', last_name: 'Suharto', one_name: 'true' }],
    ['Suharto, Suharto', 'suharto, suharto', { first_name: 'Suharto', last_name: 'Suharto', one_name: '' }],
    ['Hale, June Inés', 'hale, june', { first_name: 'June', middle_name: 'Inés', last_name: 'Hale' }],
  ])('"%s" is the name in a list', (name, sortName, answers) => {
    const ring = {
      derive: () => createSecretKey(Buffer.alloc(32, 1)),
      fingerprints: [{ id: 'a', fingerprint: 'b' }] as const,
    }
    expect(indexRow(answers, { form: admissions, keyRing: ring })).toMatchObject({ name, sortName })
  })
})

describe('fold name', () => {
  test.each([
    ['Núñez-O’Brien', ['nunez', 'obrien']],
    ["O'Neill", ['oneill']],
    ['Łukasz Żółć', ['lukasz', 'zolc']],
    ['van  der\tBerg ', ['van', 'der', 'berg']],
    ['Kealiʻi', ['kealii']],
    ['Đặng Thị Ánh', ['dang', 'thi', 'anh']],
    ['Groß', ['gross']],
    ['王小明', ['王小明']],
    ['Иван Йованов', ['иван', 'иованов']],
    ['---', []],
  ])('%s', (name, words) => {
    expect(foldedWords(name)).toEqual(words)
    expect(foldedWords(words.join(' '))).toEqual(words)
  })

  test('a letter is the same however it was composed', () => {
    expect(foldedWords('Zoë'.normalize('NFD'))).toEqual(foldedWords('Zoë'.normalize('NFC')))
  })
})
