import { address, entry, when } from '../../engine/index.ts'
import { city, country, hasStates, state, zip } from './place.ts'

/** A postal address in which nothing is required; `withPrefix` sets the keys (requirement 2.widgets.3). */
export const postalAddress = address('Address', [
  { ...country, preset: 'USA' },
  entry.text('address_line_1', 'Address Line 1', { role: 'address_line_1' }),
  entry.text('address_line_2', 'Apt. #', { role: 'address_line_2', fits: 10 }),
  zip,
  city,
  when(hasStates, [state]),
])
