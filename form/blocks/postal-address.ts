import { address, entry } from '../../engine/index.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'

/** A postal address in which nothing is required; `withPrefix` sets the keys (requirement 2.widgets.3). */
export const postalAddress = address('Address', [
  entry.text('address_line_1', 'Address Line 1', { role: 'address_line_1' }),
  entry.text('address_line_2', 'Apt. #', { role: 'address_line_2', fits: 10 }),
  entry.text('city', 'City', { role: 'city' }),
  entry.choice('state', 'State/Province', stateAndProvince, { role: 'state' }),
  entry.text('zip', 'ZIP/Postal Code', { role: 'zip', fits: 10 }),
  entry.choice('country', 'Country', countriesUsaFirst, { role: 'country', as: 'searchable', otherNames: 'countries' }),
])
