import { expect, test } from 'vitest'
import { emptyApplication } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { schoolOf, schoolsToAsk } from './completion.page.tsx'

const answer = {
  ged_transfer: 'D',
  hs_name: 'Sweet Grass County High School',
  college_name: 'Montana Tech ',
  college_2_name: 'Salish Kootenai College',
  college_3_name: 'Montana Tech',
}
const application = { ...emptyApplication, answer, add_another: { colleges: 3 } }

test('every school that was attended is asked, once', () => {
  expect(schoolsToAsk(admissions, application).toSorted()).toEqual([
    'Montana Tech',
    'Salish Kootenai College',
    'Sweet Grass County High School',
  ])
})

test('a school that is not asked about, or has no name, is left out', () => {
  const without = { ...answer, ged_transfer: 'N', college_2_name: ' ', college_3_name: '' }
  expect(schoolsToAsk(admissions, { ...application, answer: without })).toEqual(['Montana Tech'])
  expect(schoolsToAsk(admissions, emptyApplication)).toEqual([])
})

test.each([
  ['college_2_transcript', answer, 'Salish Kootenai College'],
  ['college_2_transcript', {}, 'College 2'],
  ['stopintl_copy', answer, undefined],
])('%s with %j is about %s', (key, given, expected) => {
  expect(schoolOf(admissions, { answer: given }, key)).toBe(expected)
})
