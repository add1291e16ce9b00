import {
  address,
  all,
  any,
  entry,
  is,
  isAnswered,
  isNoneOf,
  isNotAnswered,
  isOneOf,
  months,
  monthYear,
  when,
} from '../engine/index.ts'
import { countriesUsaFirst, territories } from './options/countries.ts'
import { comingYears, pastYears } from './options/short-lists.ts'
import { stateAndProvince } from './options/state-and-province.ts'

/**
 * A postal address in which nothing is required; `withPrefix` sets the keys (requirement 2.widgets.3). With `autofill`,
 * the browser fills in the applicant's own address for that purpose; the addresses of other people have none.
 */
export const postalAddress = (autofill?: 'shipping') => {
  const token = (part: string) => (autofill ? { autocomplete: `${autofill} ${part}` } : {})
  return address('Address', [
    { ...country, preset: 'USA', ...token('country') },
    entry.text('address_line_1', 'Address line 1', {
      role: 'address_line_1',
      maxLength: LONGEST_LINE,
      ...token('address-line1'),
    }),
    entry.text('address_line_2', 'Apt. #', {
      role: 'address_line_2',
      labels: [{ when: isAbroad, label: 'Address line 2' }],
      maxLength: LONGEST_LINE,
      fits: 10,
      ...token('address-line2'),
    }),
    { ...zip, ...token('postal-code') },
    { ...city, ...token('address-level2') },
    when(hasStates, [{ ...state, ...token('address-level1') }]),
    when(isAbroad, [
      entry.text('region', 'Region, state or province', {
        role: 'region',
        maxLength: LONGEST_LINE,
        ...token('address-level1'),
      }),
    ]),
  ])
}

/** In characters: a line of an address, or the name of a school. The longest in the federal lists has about 100. */
export const LONGEST_LINE = 120

/** The country of an address or a school. It comes first, because it decides what else is asked. */
export const country = entry.choice('country', 'Country', countriesUsaFirst, {
  list: 'countries',
  role: 'country',
  as: 'searchable',
  otherNames: 'countries',
  storedAs: territories,
})

/** Asked only where the list holds states of the country. */
export const state = entry.choice('state', 'State/province', stateAndProvince, {
  list: 'states',
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

/** When something happened. `withPrefix` sets the keys, and an object spread sets the label. */
export const pastMonth = monthYear(
  'When',
  entry.choice('month', 'Month', months),
  entry.choice('year', 'Year', pastYears),
)

/** When something is planned. */
export const comingMonth = monthYear(
  'When',
  entry.choice('month', 'Month', months),
  entry.choice('year', 'Year', comingYears),
)
