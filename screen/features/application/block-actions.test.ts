import { expect, test } from 'vitest'
import { copy, numbered, repeated } from '../../../engine/index.ts'
import { movedDown } from './block-actions.ts'

const colleges = repeated('colleges', 'College', numbered('college', 3), 'College {copy}', [
  copy.text('name', 'Name'),
  copy.text('city', 'City'),
])
const answers: Record<string, string> = {
  college_name: 'A',
  college_2_name: 'B',
  college_2_city: 'Butte',
  college_3_name: 'C',
}

test.each([
  [
    1,
    {
      college_name: 'B',
      college_city: 'Butte',
      college_2_name: 'C',
      college_2_city: '',
      college_3_name: '',
      college_3_city: '',
    },
  ],
  [2, { college_2_name: 'C', college_2_city: '', college_3_name: '', college_3_city: '' }],
  [3, { college_3_name: '', college_3_city: '' }],
])('once copy %i is gone, each later one has taken the place before it', (removed, expected) => {
  expect(movedDown(colleges, removed, (key) => answers[key] ?? '')).toEqual(expected)
})
