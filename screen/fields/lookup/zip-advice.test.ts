import { expect, test } from 'vitest'
import { type ZipAdvice, zipAdvice, zipIn } from './zip-advice.ts'

const missoula = { city: 'Missoula', states: ['Montana'] }
const fairview = { city: 'Fairview', states: ['Montana', 'North Dakota'] }
const nowhere = { city: '', states: [] }

test.each<[zip: string, country: string, looked: string | undefined]>([
  ['59801', 'USA', '59801'],
  ['59801', '', '59801'],
  [' 59801 ', 'USA', '59801'],
  ['59801-', 'USA', '59801'],
  ['59801-12', 'USA', '59801'],
  ['59801-1234', 'USA', '59801'],
  ['598011234', 'USA', '59801'],
  ['5980', 'USA', undefined],
  ['598011', 'USA', undefined],
  ['59801-12345', 'USA', undefined],
  ['K1A 0B1', 'USA', undefined],
  ['', 'USA', undefined],
  ['٥٩٨٠١', 'USA', undefined],
  ['59801', 'CAN', undefined],
  ['10115', 'DEU', undefined],
])('%j in %j is looked up as %j', (zip, country, looked) => expect(zipIn({ zip, country })).toBe(looked))

const fill = (fills: Readonly<Record<string, string>>): ZipAdvice => ({ kind: 'fill', fills })
test.each<[what: string, city: string, state: string, place: typeof missoula, advice: ZipAdvice | undefined]>([
  ['nothing given', '', '', missoula, fill({ city: 'Missoula', state: 'Montana' })],
  ['only the state', '', 'Montana', missoula, fill({ city: 'Missoula' })],
  ['only a city', 'Lolo', '', missoula, fill({ state: 'Montana' })],
  ['all of it', 'Missoula', 'Montana', missoula, undefined],
  ['another city', 'Lolo', 'Montana', missoula, undefined],
  ['at a border, nothing given', '', '', fairview, fill({ city: 'Fairview' })],
  ['at a border, either state', 'Fairview', 'North Dakota', fairview, undefined],
  ['a ZIP code that nobody knows', '', 'Idaho', nowhere, undefined],
])('%s', (_, city, state, place, advice) =>
  expect(zipAdvice({ hasCity: city !== '', state, zip: '59801', country: '' }, place)).toEqual(advice),
)

test.each([
  ['Idaho', missoula, '59801 is a ZIP code of Montana, not of Idaho. If it is right, leave it.'],
  ['Ontario', missoula, '59801 is a ZIP code of Montana, not of Ontario. If it is right, leave it.'],
  ['Idaho', fairview, '59801 is a ZIP code of Montana and North Dakota, not of Idaho. If it is right, leave it.'],
])('%s is asked about, whether or not a city is given', (state, place, words) => {
  for (const hasCity of [false, true]) {
    expect(zipAdvice({ hasCity, state, zip: ' 59801-1234', country: 'USA' }, place)).toEqual({ kind: 'doubt', words })
  }
})
