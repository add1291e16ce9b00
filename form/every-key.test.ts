import { expect, test } from 'vitest'
import { everyItem } from '../engine/index.ts'
import { ownKeys } from './data-model/own-keys.ts'
import { spelledKeys } from './data-model/spelled-keys.ts'
import { admissions, dataModel } from './index.ts'

const own = ownKeys.flatMap(([, keys]) => keys)
const duplicates = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

test('the requirements spell 299 keys, and own-keys.ts has the others', () => {
  expect(duplicates(spelledKeys)).toEqual([])
  expect(spelledKeys).toHaveLength(299)
  expect(duplicates(own)).toEqual([])
  expect(own.filter((key) => spelledKeys.includes(key))).toEqual([])
})

test.each([
  ['[3.keys.1] name', /^(first_name|middle_name|last_name|prev_name|ssn)$/, 5],
  ['[3.keys.2] demographics', /^(gender|ethnicity|race_.+|decision_essay)$/, 8],
  [
    '[3.keys.3] program',
    /^(entry_term|degree_nondegree|applied_.+|honors_interested|military_rotc|prev_attend_.+)$/,
    14,
  ],
  ['[3.keys.5] [3.keys.6] parents', /^parent_/, 28],
  ['[3.keys.7] high school and GED', /^(ged_|hs_|grad_month|grad_year)/, 18],
  ['[3.keys.8] colleges', /^college_/, 136],
  ['[3.keys.9] suspension', /^suspended_/, 2],
  ['[3.keys.10] SAT', /^sat_/, 11],
  ['[3.keys.11] ACT', /^act_/, 11],
  ['[3.keys.12] [3.keys.13] conduct', /^(crime|pending|charges)_/, 32],
  ['[3.keys.14] registration and certification', /^(register|certify_checkbox|obligation_checkbox|legal_agree)$/, 4],
  ['[3.keys.15] the mailing address', /^mailing_/, 7],
  ['[3.keys.16] citizenship', /^(birth_|us_citizen|perm_resident|citizenship|stopintl_copy)/, 7],
  ['[3.keys.18] in-state tuition', /^(instate_tuition|accredited_senior_year_hs|grad_in_or_after|other_state)$/, 4],
])('%s: the form uses the keys as spelled', (_, ofParagraph, count) => {
  const expected = spelledKeys.filter((key) => ofParagraph.test(key))
  expect(expected).toHaveLength(count)
  expect(expected.filter((key) => !admissions.keys.some((each) => each === key))).toEqual([])
})

test.each(ownKeys)('%s', (_, keys) => {
  expect(keys.filter((key) => !admissions.keys.some((each) => each === key))).toEqual([])
})

test('[5.development.3] the form asks every key of the data model once, and no other', () => {
  expect(duplicates(dataModel)).toEqual([])
  expect([...admissions.keys].sort()).toEqual([...dataModel].sort())
})

test('[3.pages.1] [3.pages.2] [3.pages.3] the pages have nine, three and one group', () => {
  const groups = admissions.pages.map(({ slug, items }) => [slug, items.map(({ kind }) => kind)])
  const sections = (count: number) => Array.from({ length: count }, () => 'section')
  expect(groups).toEqual([
    ['about', sections(9)],
    ['education', sections(3)],
    ['final-steps', sections(1)],
  ])
})

test('[1.product.2] the form is made of pages, tabs, repeatable blocks and document uploads', () => {
  const kinds = new Set<string>(everyItem(admissions).map(({ kind }) => kind))
  expect(admissions.pages).toHaveLength(3)
  expect(['tabs', 'repeated', 'upload'].filter((kind) => !kinds.has(kind))).toEqual([])
})
