import { describe, expect, test } from 'vitest'
import { everyItem } from '../engine/index.ts'
import { admissions, carriedBlocks, carriedKeys, legalName } from './admissions.ts'

describe('admissions', () => {
  test('an application for another term begins with the person and the schools', () => {
    const carried = carriedKeys(admissions)
    for (const key of [
      'first_name',
      'ssn',
      'address_line_1',
      'college_name',
      'college_8_name',
      'hs_name',
      'parent_first_name',
    ])
      expect([key, carried.has(key)]).toEqual([key, true])
    expect([...carriedBlocks(admissions)]).toEqual(expect.arrayContaining(['colleges', 'parents']))
  })

  test.each([
    'entry_term',
    'optin_sms_ind',
    'crime_no',
    'college_transcript',
    'certification_signature',
    'instate_residency',
  ])('%s is answered anew', (key) => expect(carriedKeys(admissions).has(key)).toBe(false))

  test('nothing of the last page, on which applicants certify and sign, is carried', () => {
    const carried = carriedKeys(admissions)
    expect(admissions.pages.at(-1)?.keys.filter((key) => carried.has(key))).toEqual([])
    expect(everyItem(admissions).filter((item) => item.kind === 'section').length).toBeGreaterThan(10)
  })
})

describe('legal name', () => {
  test.each([
    ['Ada Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
    [
      'Ada King Noel Jr.',
      { first_name: 'Ada ', middle_name: ' King', last_name: 'Noel', suffix: 'Jr.', prev_name: 'B' },
    ],
    ['Teller', { first_name: 'Teller', last_name: 'Teller', one_name: 'true' }],
    ['Teller Teller', { first_name: 'Teller', last_name: 'Teller', one_name: '' }],
    ['', {}],
  ])('"%s" is the name of %o', (name, answer) => expect(legalName(answer)).toBe(name))
})
