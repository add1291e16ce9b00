import { describe, expect, test } from 'vitest'
import { domestic, form } from '../../../form/testing/index.ts'
import { codeListsOf, codesFrom } from './codes.ts'

const lists = codeListsOf(form)
const codes = (map: string, ...builtIns: readonly string[]) => codesFrom(`list,ours,theirs\n${map}`, builtIns, lists)

describe('a code map', () => {
  test('gives codes, for no value too, and leaves a list that it does not name as it is', () => {
    const { codeFor, hasList } = codes('states,Montana,MT\nstates,,NONE\n')
    expect(codeFor('states', 'Montana')).toBe('MT')
    expect(codeFor('states', '')).toBe('NONE')
    expect(codeFor('states', 'Idaho')).toBe(undefined)
    expect(hasList('countries')).toBe(false)
  })

  test('may have codes for terms and majors that are no longer offered', () => {
    expect(codes('terms,202470,F24\n').codeFor('terms', '202470')).toBe('F24')
  })

  test('goes before a built-in list', () => {
    const { codeFor } = codes('countries,CAN,CA-OLD\n', 'iso-3166-1-alpha-2', 'usps', 'ipeds')
    expect(['CAN', 'USA', 'UK', 'XKX', ''].map((each) => codeFor('countries', each))).toEqual([
      'CA-OLD',
      'US',
      'GB',
      'XK',
      '',
    ])
    expect(['Montana', 'Quebec', 'Armed Forces Pacific'].map((each) => codeFor('states', each))).toEqual([
      'MT',
      'QC',
      'AP',
    ])
    expect(codeFor('schools', 'ipeds:100654')).toBe('100654')
  })

  test('says which values of the form have no code, and built-in lists have them all', () => {
    expect(codes('degrees,AA,1\n').missing).toContainEqual({ list: 'degrees', value: 'NONE' })
    expect(codes('', 'iso-3166-1-alpha-2', 'iso-3166-1-alpha-3', 'usps', 'ipeds').missing).toEqual([])
  })

  test.each([
    ['', 'The first line of the code map must be list,ours,theirs.'],
    ['list,ours\n', 'The first line of the code map must be list,ours,theirs.'],
    ['list,ours,theirs\nstates,Montana\n', 'Line 2 of the code map must have three columns.'],
    [
      'list,ours,theirs\nstate,Montana,MT\n',
      'Line 2 of the code map names a list state, which the form does not have.',
    ],
    [
      'list,ours,theirs\nstates,Montanna,MT\n',
      'Line 2 of the code map gives a code for Montanna, which is not a value of states.',
    ],
    [
      'list,ours,theirs\nstates,Idaho,ID\nstates,Idaho,IO\n',
      'Line 3 of the code map gives a second code for Idaho of states.',
    ],
    [
      'list,ours,theirs\nstates,"Idaho,ID\n',
      'The code map cannot be read. The quote that opens in line 2 is never closed.',
    ],
  ])('that is broken says where: %j', (map, message) => {
    expect(() => codesFrom(map, [], lists)).toThrow(message)
  })
})

test('every entry of a block has the list of the first', () => {
  expect(lists.listOf('college_3_degree')).toBe('degrees')
  expect(lists.listOf('college_3_state')).toBe('states')
  expect(lists.listOf('college_8_type')).toBe('college_type')
  expect(lists.listOf('first_name')).toBe(undefined)
  expect(domestic.answer.entry_term && lists.values.get('terms')).toContain(domestic.answer.entry_term)
})
