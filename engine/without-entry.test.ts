import { expect, test } from 'vitest'
import { entry } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { withoutEntry } from './without-entry.ts'

const colleges = repeated('colleges', 'College', numbered('college', 3), 'College {entry}', [
  entry.text('name', 'Name'),
  entry.text('city', 'City'),
  entry.upload('scan', 'Scan'),
])
const application = applicationWith(
  { college_name: 'A', college_2_name: 'B', college_2_city: 'Butte', college_3_name: 'C', first_name: 'Maya' },
  { add_another: { parents: 2 } },
)

test.each([
  [1, { college_name: 'B', college_city: 'Butte', college_2_name: 'C', college_2_city: '', college_3_name: '' }],
  [2, { college_2_name: 'C', college_2_city: '', college_3_name: '' }],
  [3, { college_3_name: '' }],
])('when entry %i is removed, the answers of each later entry move up by one', (number, answer) => {
  expect(withoutEntry(colleges, number, application)).toEqual({
    answer,
    add_another: { parents: 2, colleges: 2 },
    document_answer: {},
  })
})

test('removing an empty entry changes no answer', () => {
  const { answer, add_another } = withoutEntry(
    colleges,
    2,
    applicationWith({ college_name: 'A' }, { add_another: { colleges: 2 } }),
  )
  expect([answer, add_another]).toEqual([{}, { colleges: 1 }])
})

test.each([
  [1, { college_scan: 'second', college_2_scan: 'third' }],
  [2, { college_scan: 'first', college_2_scan: 'third' }],
  [3, { college_scan: 'first', college_2_scan: 'second' }],
])('when entry %i is removed, the documents of later entries move with their answers', (number, left) => {
  const file = (file_name: string) => ({ file_name, file_size: 1 })
  const given = applicationWith(
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
