import { expect, test } from 'vitest'
import { entry } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { said } from './testing/said.ts'
import { withoutEntry } from './without-copy.ts'

const colleges = repeated('colleges', 'College', numbered('college', 3), 'College {entry}', [
  entry.text('name', 'Name'),
  entry.text('city', 'City'),
  entry.upload('scan', 'Scan'),
])
const application = said(
  { college_name: 'A', college_2_name: 'B', college_2_city: 'Butte', college_3_name: 'C', first_name: 'Maya' },
  { add_another: { parents: 2 } },
)

test.each([
  [1, { college_name: 'B', college_city: 'Butte', college_2_name: 'C', college_2_city: '', college_3_name: '' }],
  [2, { college_2_name: 'C', college_2_city: '', college_3_name: '' }],
  [3, { college_3_name: '' }],
])('once entry %i is gone, each later one has taken the place before it', (number, answer) => {
  expect(withoutEntry(colleges, number, application)).toEqual({
    answer,
    add_another: { parents: 2, colleges: 2 },
    document_answer: {},
  })
})

test('an empty entry goes without touching an answer', () => {
  const { answer, add_another } = withoutEntry(
    colleges,
    2,
    said({ college_name: 'A' }, { add_another: { colleges: 2 } }),
  )
  expect([answer, add_another]).toEqual([{}, { colleges: 1 }])
})

test.each([
  [1, { college_scan: 'second', college_2_scan: 'third' }],
  [2, { college_scan: 'first', college_2_scan: 'third' }],
  [3, { college_scan: 'first', college_2_scan: 'second' }],
])('the documents of later entries go where their answers go: without entry %i', (number, left) => {
  const file = (file_name: string) => ({ file_name, file_size: 1 })
  const given = said(
    { college_scan: 'ANSWERED', college_2_scan: 'ANSWERED', college_3_scan: 'ANSWERED' },
    {
      add_another: { colleges: 3 },
      document_answer: {
        visa: file('visa'),
        college_scan: file('first'),
        college_2_scan: file('second'),
        college_3_scan: file('third'),
      },
    },
  )
  const { answer, document_answer } = withoutEntry(colleges, number, given)
  expect(answer).toEqual({ college_3_scan: '' })
  const names = Object.entries(document_answer).map(([key, document]) => [key, document.file_name])
  expect(Object.fromEntries(names)).toEqual({ visa: 'visa', ...left })
})
