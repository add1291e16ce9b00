import { expect, test } from 'vitest'
import { type Fills, fillsFrom, zipDoubt, zipIn } from './zip-advice.ts'

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

const montana = { city: 'Missoula', state: 'Montana' }
test.each<[what: string, city: string, state: string, filled: Fills, place: typeof missoula, fills: Fills]>([
  ['nothing given', '', '', {}, missoula, montana],
  ['only the state', '', 'Montana', {}, missoula, { city: 'Missoula' }],
  ['only a city', 'Lolo', '', {}, missoula, { state: 'Montana' }],
  ['all of it', 'Missoula', 'Montana', {}, missoula, {}],
  ['another city', 'Lolo', 'Montana', {}, missoula, {}],
  ['at a border, nothing given', '', '', {}, fairview, { city: 'Fairview' }],
  ['at a border, either state', 'Fairview', 'North Dakota', {}, fairview, {}],
  ['a ZIP code that nobody knows', '', '', {}, nowhere, {}],
  ['what the ZIP code before filled in', 'Boise', 'Idaho', { city: 'Boise', state: 'Idaho' }, missoula, montana],
  [
    'a city that was changed since',
    'Eagle',
    'Idaho',
    { city: 'Boise', state: 'Idaho' },
    missoula,
    { state: 'Montana' },
  ],
])('%s: only what the person did not write is filled in', (_, city, state, filled, place, fills) =>
  expect(fillsFrom({ city, state }, filled, place)).toEqual(fills),
)

test.each([
  ['Idaho', missoula, '59801 is a ZIP code in Montana, not in Idaho. If it’s right, leave it as is.'],
  ['Ontario', missoula, '59801 is a ZIP code in Montana, not in Ontario. If it’s right, leave it as is.'],
  ['Idaho', fairview, '59801 is a ZIP code in Montana and North Dakota, not in Idaho. If it’s right, leave it as is.'],
  ['Montana', fairview, undefined],
  ['Idaho', nowhere, undefined],
  ['', missoula, undefined],
])('the state %j is asked about only if the ZIP code is not in it', (state, place, words) =>
  expect(zipDoubt({ state, zip: ' 59801-1234' }, place)).toBe(words),
)
