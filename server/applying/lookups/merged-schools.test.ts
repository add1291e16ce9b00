import { expect, test } from 'vitest'
import { mergedSchools } from './merged-schools.ts'
import type { School } from './school.ts'

const hill: School = {
  id: 'list:hill',
  category: 'college_ceeb',
  name: 'University of the Hill',
  aliases: ['The Hill'],
  ceeb: '',
  address_line_1: '',
  city: 'Butte',
  state: 'Montana',
  zip: '',
  country: 'USA',
  size: 3,
}
const official: School = {
  ...hill,
  id: 'ipeds:000001',
  name: 'The University of the Hill',
  aliases: ['uhill'],
  address_line_1: '1 Hill Rd',
  zip: '59701',
  size: 2,
}
const lists = (...schools: readonly (readonly School[])[]) => schools.map((each) => ({ schools: each, codes: [] }))

test('an imported school replaces the one of the starter list, and gets its nicknames', () => {
  expect(mergedSchools([hill], lists([official]))).toEqual([
    { ...official, aliases: ['uhill', 'University of the Hill', 'The Hill'] },
  ])
})
test('what an imported school lacks comes from the starter list', () => {
  const known = { ...hill, address_line_1: '1 Hill Rd', zip: '59701' }
  expect(mergedSchools([known], lists([{ ...official, address_line_1: '', zip: '59702' }]))).toMatchObject([
    { id: official.id, name: official.name, address_line_1: '1 Hill Rd', zip: '59702' },
  ])
})
test('schools that the lists do not have stay', () => {
  const other = { ...hill, id: 'list:vale', name: 'Vale College', aliases: [] }
  expect(mergedSchools([hill, other], lists([official])).map(({ id }) => id)).toEqual(['ipeds:000001', 'list:vale'])
})
test('the same name in another state is another school, and so is a high school in another city', () => {
  const elsewhere = { ...official, id: 'ipeds:000002', state: 'Idaho' }
  expect(mergedSchools([hill], lists([elsewhere]))).toHaveLength(2)
  const school = { ...hill, category: 'hs_ceeb' as const }
  expect(mergedSchools([school], lists([{ ...school, id: 'nces:1', city: 'Havre' }]))).toHaveLength(2)
  expect(mergedSchools([school], lists([{ ...school, id: 'nces:1' }]))).toHaveLength(1)
})
test('two schools of one list stay separate, and a third that could be either is merged with neither', () => {
  const twins = [official, { ...official, id: 'ipeds:000003', city: 'Anaconda' }]
  expect(mergedSchools([hill], lists(twins)).map(({ id }) => id)).toEqual(['ipeds:000001', 'ipeds:000003', 'list:hill'])
})
test('a later list completes an earlier one', () => {
  expect(mergedSchools([], lists([official], [{ ...hill, ceeb: '4999' }]))).toEqual([
    { ...official, ceeb: '4999', size: 3, aliases: ['uhill', 'University of the Hill', 'The Hill'] },
  ])
})
test('codes reach their schools, whichever list came first', () => {
  const codes = {
    schools: [],
    codes: [
      { id: 'ipeds:000001', ceeb: '4998' },
      { id: 'ipeds:999999', ceeb: '1' },
    ],
  }
  expect(mergedSchools([], [codes, ...lists([official])])).toEqual([{ ...official, ceeb: '4998' }])
})
