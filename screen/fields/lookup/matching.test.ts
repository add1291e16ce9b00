import { expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { roomBetween } from './combobox-menu.tsx'
import { matchIn, matching, readsAs } from './matching.ts'

const entries = [
  'Åland Islands',
  'Côte d’Ivoire',
  'Germany',
  'Niger',
  'Nigeria',
  'United Kingdom',
  'Oman',
  'Romania',
  'Korea, South',
  'Guinea-Bissau',
  'Trinidad and Tobago',
].map((label) => ({ value: label, label }))

test.each<[typed: string, found: readonly string[]]>([
  ['', entries.map(({ label }) => label)],
  [' ', entries.map(({ label }) => label)],
  ['ala', ['Åland Islands']],
  ['ÅLAND', ['Åland Islands']],
  ['COTE', ['Côte d’Ivoire']],
  ["d'iv", ['Côte d’Ivoire']],
  ['niger', ['Niger', 'Nigeria']],
  ['nigeria ', ['Nigeria']],
  ['k', ['Korea, South', 'United Kingdom']],
  ['oman', ['Oman', 'Romania']],
  [
    'i',
    [
      'Åland Islands',
      'Côte d’Ivoire',
      'Niger',
      'Nigeria',
      'United Kingdom',
      'Romania',
      'Guinea-Bissau',
      'Trinidad and Tobago',
    ],
  ],
  ['korea south', ['Korea, South']],
  ['Guinea  Bissau', ['Guinea-Bissau']],
  ['Trinidad & T', ['Trinidad and Tobago']],
  ['the niger', ['Niger', 'Nigeria']],
  ['the', []],
  ['xyz', []],
  ['.*', []],
])('%j finds what starts with it, then words that do, then the rest', (typed, found) => {
  expect(matching(entries, typed).map(({ label }) => label)).toEqual(found)
})

test.each<[label: string, typed: string, found: string | undefined]>([
  ['Côte d’Ivoire', 'cote', 'Côte'],
  ['Co\u0302te', 'cot', 'Co\u0302t'],
  ['Ma\u0301', 'ma', 'Ma\u0301'],
  ['Romania Oman', 'oman', 'Oman'],
  ['İzmir', 'iz', 'İz'],
  ['Korea, South', 'Korea', 'Korea'],
  ['Korea, South', 'korea s', 'Korea, S'],
  ['Film & Photography', 'film and', 'Film &'],
  ['Niger', '', undefined],
])('the part of %j that %j matches', (label, typed, found) => {
  const match = matchIn(label, typed)
  expect(match && label.slice(match.start, match.end)).toBe(found)
})

test('other names and codes are found in order: names as a whole, whole codes, beginnings, words', () => {
  const named = [
    { value: '1', label: 'Beta Alpha' },
    { value: '2', label: 'Gamma', otherNames: ['Great Alp'] },
    { value: '3', label: 'Alpha' },
    { value: '4', label: 'Delta', codes: ['ALP'] },
    { value: '5', label: 'Epsilon', otherNames: ['Other', 'Alp'] },
    { value: '6', label: 'Zeta', otherNames: ['Alp'] },
    { value: '7', label: 'Alp' },
    { value: '8', label: 'Eta', otherNames: ['Alpine'] },
    { value: '9', label: 'Theta', otherNames: ['Halp'] },
    { value: '10', label: 'Scalp' },
    { value: '11', label: 'Iota', codes: ['ALPS'] },
  ]
  expect(matching(named, 'alp').map(({ value }) => value)).toEqual(['7', '6', '5', '4', '3', '8', '1', '2', '10'])
})

test('texts are compared without case, accents and surrounding space', () => {
  expect(readsAs(" cote d'ivoire", 'Côte d’Ivoire')).toBe(true)
  expect(readsAs('Niger', 'Nigeria')).toBe(false)
})

test.each([
  [100, 600, { above: false, height: 300 }],
  [600, 200, { above: false, height: 200 }],
  [600, 140, { above: false, height: 140 }],
  [600, 139, { above: true, height: 300 }],
  [200, 100, { above: true, height: 200 }],
  [120, 100, { above: true, height: 140 }],
  [80, 100, { above: false, height: 140 }],
])('with %i px above and %i below', (above, below, room) => {
  expect(roomBetween(above, below), proves('9.searchable.1')).toEqual(room)
})
