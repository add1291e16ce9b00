import { expect, test } from 'vitest'
import { everyItem } from '../engine/index.ts'
import { proves } from '../testing/proves.ts'
import { ownKeys, spelledKeys } from './data-model.ts'
import { admissions, dataModel } from './index.ts'

const own = ownKeys.flatMap(([, keys]) => keys)
const missing = (keys: readonly string[]) => keys.filter((key) => !admissions.keys.some((each) => each === key))
const duplicates = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

test('the requirements spell 299 keys, and own-keys.ts has the others', () => {
  expect(duplicates(spelledKeys)).toEqual([])
  expect(spelledKeys).toHaveLength(299)
  expect(duplicates(own)).toEqual([])
  expect(own.filter((key) => spelledKeys.includes(key))).toEqual([])
})

test.each([
  ['name', ['3.keys.1'], /^(first_name|middle_name|last_name|prev_name|ssn)$/, 5],
  ['demographics', ['3.keys.2'], /^(gender|ethnicity|race_.+|decision_essay)$/, 8],
  [
    'program',
    ['3.keys.3'],
    /^(entry_term|degree_nondegree|applied_.+|honors_interested|military_rotc|prev_attend_.+)$/,
    14,
  ],
  ['parents', ['3.keys.5'], /^parent_(?!education|degree)/, 26],
  ['degrees of parents', ['3.keys.6'], /^parent_(education|degree_msu)$/, 2],
  ['high school and GED', ['3.keys.7'], /^(ged_|hs_|grad_month|grad_year)/, 18],
  ['colleges', ['3.keys.8'], /^college_/, 136],
  ['suspension', ['3.keys.9'], /^suspended_/, 2],
  ['SAT', ['3.keys.10'], /^sat_/, 11],
  ['ACT', ['3.keys.11'], /^act_/, 11],
  ['conduct', ['3.keys.12'], /^(crime|pending|charges)_(?!assault_weapon|hazing)/, 30],
  ['discipline at school alone', ['3.keys.13'], /^charges_(assault_weapon|hazing)$/, 2],
  ['registration and certification', ['3.keys.14'], /^(register|certify_checkbox|obligation_checkbox|legal_agree)$/, 4],
  ['the mailing address', ['3.keys.15'], /^mailing_/, 7],
  ['the permanent address', ['3.keys.15'], /^(address_line_[12]|city|state|zip|country)$/, 6],
  ['email and phone', ['3.keys.15'], /^(email_address|contact_email_address|phone_.+|optin_sms_ind)$/, 6],
  ['citizenship', ['3.keys.16'], /^(birth_|us_citizen|perm_resident|citizenship|stopintl_copy)/, 7],
  ['in-state tuition', ['3.keys.18'], /^(instate_tuition|accredited_senior_year_hs|grad_in_or_after|other_state)$/, 4],
])('%s: the form uses the keys as spelled', (_, ids, ofParagraph, count) => {
  const expected = spelledKeys.filter((key) => ofParagraph.test(key))
  expect(expected).toHaveLength(count)
  expect(missing(expected), proves(...ids)).toEqual([])
})

// A sentence of own-keys.ts begins with the requirement that it serves, if it is one that describes keys.
const described = ownKeys.map(([sentence, keys]) => {
  const [, id, words = sentence] = /^\[(.+)\] (.+)$/.exec(sentence) ?? []
  return [words, id === undefined ? [] : [id], keys] as const
})
test.each(described)('%s', (_, ids, keys) => {
  expect(keys).not.toEqual([])
  expect(missing(keys), proves(...ids)).toEqual([])
})

test('the form asks every key of the data model once, and no other', () => {
  expect(duplicates(dataModel)).toEqual([])
  expect([...admissions.keys].sort()).toEqual([...dataModel].sort())
})

test('the pages have nine, three and one group', () => {
  const groups = admissions.pages.map(({ slug, items }) => [slug, items.map(({ kind }) => kind)])
  const sections = (count: number) => Array.from({ length: count }, () => 'section')
  expect(groups, proves('3.pages.1', '3.pages.2', '3.pages.3')).toEqual([
    ['about', sections(9)],
    ['education', sections(3)],
    ['final-steps', sections(1)],
  ])
})

test('the form is made of pages, tabs, repeatable blocks and document uploads', () => {
  const kinds = new Set<string>(everyItem(admissions).map(({ kind }) => kind))
  expect(admissions.pages).toHaveLength(3)
  expect([...kinds], proves('1.product.2')).toEqual(expect.arrayContaining(['tabs', 'repeated', 'upload']))
})
