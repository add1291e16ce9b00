import { expect, test } from 'vitest'
import { questionsByKey } from '../engine/index.ts'
import { admissions } from './index.ts'

test('the browser fills in the mailing address like the permanent one, and no address of somebody else', () => {
  const tokens = (prefix: string) =>
    ['country', 'address_line_1', 'address_line_2', 'zip', 'city', 'state', 'region'].map(
      (part) => questionsByKey(admissions).get(prefix + part)?.autocomplete,
    )
  expect(tokens('')).toEqual([
    'country',
    'address-line1',
    'address-line2',
    'postal-code',
    'address-level2',
    'address-level1',
    'address-level1',
  ])
  expect(tokens('mailing_')).toEqual(tokens('').map((token) => `shipping ${token}`))
  for (const others of ['parent_', 'instate_employer_', 'instate_spouse_employer_', 'college_'])
    expect(tokens(others).filter(Boolean), others).toEqual([])
})
