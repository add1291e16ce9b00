import type { School } from '../school.ts'
import { stateFrom } from '../states.ts'
import { cleanName, cleanPlace, cleanZip } from './clean-name.ts'
import type { Format } from './format.ts'
import type { Row } from './read-table.ts'

/** Public high schools: the school directory of the Common Core of Data (nces.ed.gov), one row per school of any grade. */
export const ccd: Format<School> = {
  title: 'a CCD school directory',
  required: ['ncessch', 'sch_name', 'lcity', 'lstate'],
  readRow: (row) => {
    const state = stateFrom(row('lstate'))
    if (!/^\d{5,12}$/.test(row('ncessch'))) return 'no NCESSCH'
    if (row('sch_name') === '') return 'no name'
    if (state === undefined) return 'unknown state'
    if (/closed|inactive|future/i.test(row('sy_status_text'))) return 'not open'
    if (!reachesHighSchool(row)) return 'no high school'
    return {
      id: `nces:${row('ncessch').padStart(12, '0')}`,
      category: 'hs_ceeb',
      name: cleanName(row('sch_name')),
      aliases: [],
      ceeb: '',
      address_line_1: cleanPlace(row('lstreet1')),
      city: cleanPlace(row('lcity')),
      state: state.name,
      zip: cleanZip(row('lzip')),
      country: state.country,
      size: 0,
    }
  },
}

const reachesHighSchool = (row: Row) =>
  ['g_10_offered', 'g_11_offered', 'g_12_offered'].some((grade) => /^y/i.test(row(grade)))
