import { expect, test } from 'vitest'
import { matchIn, readsAs } from './match-in.ts'
import { matching } from './matching.ts'

const entries = [
  'Åland Islands',
  'Côte d’Ivoire',
  'Germany',
  'Niger',
  'Nigeria',
  'United Kingdom',
  'Oman',
  'Romania',
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
  ['k', ['United Kingdom']],
  ['oman', ['Oman', 'Romania']],
  ['i', ['Åland Islands', 'Côte d’Ivoire', 'Niger', 'Nigeria', 'United Kingdom', 'Romania']],
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
  ['Niger', '', undefined],
])('the part of %j that %j matches', (label, typed, found) => {
  const match = matchIn(label, typed)
  expect(match && label.slice(match.start, match.end)).toBe(found)
})

test('a text reads as another whatever its case, accents and the space around it', () => {
  expect(readsAs(" cote d'ivoire", 'Côte d’Ivoire')).toBe(true)
  expect(readsAs('Niger', 'Nigeria')).toBe(false)
})
