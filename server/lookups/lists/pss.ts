import type { School } from '../school.ts'
import { stateFrom } from '../states.ts'
import { cleanName, cleanPlace, cleanZip } from './clean-name.ts'
import type { Format } from './format.ts'

/** Private high schools: the public-use file of the Private School Universe Survey (nces.ed.gov). */
export const pss: Format<School> = {
  title: 'a PSS public-use file',
  required: ['ppin', 'pinst', 'pcity', 'pstabb'],
  readRow: (row) => {
    const state = stateFrom(row('pstabb'))
    if (row('ppin') === '') return 'no PPIN'
    if (row('pinst') === '') return 'no name'
    if (state === undefined) return 'unknown state'
    if (row('level') === '1') return 'no high school' // 1 elementary, 2 secondary, 3 both
    return {
      id: `pss:${row('ppin')}`,
      category: 'hs_ceeb',
      name: cleanName(row('pinst')),
      aliases: [],
      ceeb: '',
      address_line_1: cleanPlace(row('paddrs')),
      city: cleanPlace(row('pcity')),
      state: state.name,
      zip: cleanZip(row('pzip')),
      country: state.country,
      size: 0,
    }
  },
}
