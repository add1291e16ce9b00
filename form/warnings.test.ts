import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsIn } from '../engine/index.ts'
import { domestic, veteran, visitor } from './sample-applicants.ts'
import { form } from './testing/bridger.ts'
import { born, college, month, warned } from './testing/ledger/warned.ts'
import { warningsIn } from './warnings.ts'

const TODAY = '2026-11-22'

test.each([
  ['an ordinary applicant', domestic.answer],
  ['a visa holder', visitor.answer],
  ['a veteran with eight colleges', veteran.answer],
  ['a parent who graduated before the applicant was born', { ...born, parent_alum_year: '1985' }],
  ['a parent resident since before then', { ...born, ...month('instate_parent_since_', '1', '1990') }],
  [
    'a period within one month',
    { ...month('college_attend_from_', '5', '2024'), ...month('college_attend_to_', '5', '2024') },
  ],
  [
    'a period whose end has no month',
    { ...month('college_attend_from_', '5', '2024'), college_attend_to_year: '2024' },
  ],
  ['a month of birth', { ...born, ...month('college_attend_from_', '4', '2005') }],
  ['a test planned for this month', month('sat_plan_', '11', '2026')],
  ['a GPA at the top of its scale', { hs_gpa: '4.0', hs_gpa_scale: '4', college_gpa: '100', college_gpa_scale: '100' }],
  ['a GPA on another scale', { college_2_gpa: '640', college_2_gpa_scale: 'OTHER' }],
  ['the last of a class', { hs_class_rank: '140', hs_class_size: '140' }],
  [
    'two campuses of a name',
    { ...college('college_', 'Great Falls College'), ...college('college_2_', 'Great Falls College', 'Butte') },
  ],
  [
    'a whole address',
    { mailing_address_line_1: '1 Way', mailing_city: 'Butte', mailing_state: 'Montana', mailing_zip: '59701' },
  ],
  ['an address abroad', { parent_address_line_1: '1 Way', parent_city: 'Oslo', parent_country: 'NOR' }],
  ['a new TOEFL score', { intl_test: 'TOEFL', intl_test_score: '4.5', ...month('intl_test_', '3', '2026') }],
  ['an old TOEFL score', { intl_test: 'TOEFL', intl_test_score: '104', ...month('intl_test_', '3', '2025') }],
  ['a test without a known scale', { intl_test: 'OTHER', intl_test_score: '9999' }],
  ['an SAT of three parts', { sat_score_total: '2100', sat_test_year: '2014' }],
  ['a number that can exist', { ssn: '501-55-0187' }],
  ['a masked number', { ssn: '***-**-0000' }],
])('%s is not warned about', (_, answer) => expect(warningsIn(answer, TODAY)).toEqual({}))

test.each(warned)('%s is warned about', (_, answer, warnings) => {
  const found = warningsIn(answer, TODAY)
  expect(Object.keys(found)).toEqual(Object.keys(warnings))
  for (const [key, words] of Object.entries(warnings)) expect(found[key]).toMatch(words)
})

test('a warning is at a question of the form, and is never a problem', () => {
  const keys = new Set<string>(form.keys)
  const answers = fc.dictionary(
    fc.constantFrom(...form.keys),
    fc.oneof(fc.string(), fc.constantFrom('USA', '0', '2', '12', '2030', '1900', 'TOEFL', '078-05-1120')),
  )
  fc.assert(
    fc.property(answers, (answer) => {
      for (const key of Object.keys(warningsIn(answer, TODAY))) expect(keys).toContain(key)
    }),
  )
  const odd = { ...domestic.answer, hs_gpa: '999', hs_class_size: 'abc', hs_class_rank: '9', ssn: '000-12-3456' }
  expect(Object.keys(warningsIn(odd, TODAY))).toHaveLength(3)
  expect(problemsIn(form, { ...domestic, answer: odd }, TODAY)).toEqual([])
})
