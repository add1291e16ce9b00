import { address, entry, when } from '../../engine/index.ts'
import { city, country, hasStates, isAbroad, LONGEST_LINE, state, zip } from './place.ts'

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
