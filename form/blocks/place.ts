import { all, any, entry, is, isAnswered, isNoneOf, isNotAnswered, isOneOf } from '../../engine/index.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { territories } from '../options/territories.ts'

/** In characters: a line of an address, or the name of a school. The longest in the federal lists has about 100. */
export const LONGEST_LINE = 120

/** The country of an address or a school. It comes first, because it decides what else is asked. */
export const country = entry.choice('country', 'Country', countriesUsaFirst, {
  role: 'country',
  as: 'searchable',
  otherNames: 'countries',
  storedAs: territories,
})
/** Asked only where the list holds states of the country. */
export const state = entry.choice('state', 'State/province', stateAndProvince, {
  role: 'state',
  labels: [
    { when: is(country, 'USA'), label: 'State' },
    { when: is(country, 'CAN'), label: 'Province' },
  ],
})
export const hasStates = any(isNotAnswered(country), isOneOf(country, 'USA', 'CAN'))
export const isAbroad = all(isAnswered(country), isNoneOf(country, 'USA', 'CAN'))
/** Before city and state, which it fills in. */
export const zip = entry.text('zip', 'ZIP/postal code', {
  role: 'zip',
  labels: [
    { when: is(country, 'USA'), label: 'ZIP code' },
    { when: isAnswered(country), label: 'Postal code' },
  ],
  fits: 10,
})
export const city = entry.text('city', 'City', { role: 'city', maxLength: LONGEST_LINE })
