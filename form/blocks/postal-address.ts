import { address, entry } from '../../engine/index.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'

/** A postal address in which nothing is required; `withPrefix` sets the keys (requirement 2.widgets.3). */
export const postalAddress = address('Address', [
  entry.text('address_line_1', 'Address Line 1'),
  entry.text('address_line_2', 'Apt. #', { fits: 10 }),
  entry.text('city', 'City'),
  entry.choice('state', 'State/Province', stateAndProvince),
  entry.text('zip', 'ZIP/Postal Code', { fits: 10 }),
  entry.choice('country', 'Country', countriesUsaFirst, { as: 'searchable' }),
])
