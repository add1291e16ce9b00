import type { School, SchoolCategory } from '../school.ts'
import { stateFrom } from '../states.ts'
import { plain } from '../words-of.ts'
import { cleanName, cleanPlace, cleanZip } from './clean-name.ts'
import type { Format } from './format.ts'

/** An institution's own list, and the starter lists; `category` is for rows that do not give theirs. */
export const ownList = (category: SchoolCategory): Format<School> => ({
  title: 'a list of schools',
  required: ['name'],
  readRow: (row) => {
    const name = cleanName(row('name'))
    const state = stateFrom(row('state'))
    const country = row('country') || (state?.country ?? '')
    if (name === '') return 'no name'
    if (row('state') !== '' && state === undefined && (country === 'USA' || country === 'CAN' || country === ''))
      return 'unknown state'
    if (row('ceeb') !== '' && !/^\d{1,6}$/.test(row('ceeb'))) return 'no code of at most six digits'
    const city = cleanPlace(row('city'))
    const givenCategory = row('category')
    return {
      id:
        row('id') ||
        `list:${[name, city, state?.code ?? country].map((each) => plain(each).replaceAll(' ', '-')).join(':')}`,
      category: givenCategory === '' ? category : /^(hs|high)/i.test(givenCategory) ? 'hs_ceeb' : 'college_ceeb',
      name,
      aliases: (row('aliases') || row('alias')).split(/\s*[|;]\s*/).filter((alias) => alias !== ''),
      ceeb: row('ceeb'),
      address_line_1: cleanPlace(row('address_line_1')),
      city,
      state: state?.name ?? '',
      zip: cleanZip(row('zip')),
      country,
      size: Math.min(5, Number(row('size')) || 0),
    }
  },
})
