import { address, copy } from '../../engine/index.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'

/** A postal address of which nothing is required; `withPrefix` gives it its keys (requirement 2.widgets.3). */
export const postalAddress = address('Address', [
  copy.text('address_line_1', 'Address Line 1'),
  copy.text('address_line_2', 'Apt. #', { fits: 10 }),
  copy.text('city', 'City'),
  copy.choice('state', 'State/Province', stateAndProvince),
  copy.text('zip', 'ZIP/Postal Code', { fits: 10 }),
  copy.choice('country', 'Country', countriesUsaFirst, { as: 'searchable' }),
])
