import { federalList } from './federal-list.ts'
import type { Row } from './read-table.ts'

/** Public high schools: the Common Core of Data's school directory (nces.ed.gov), one row per school of any grade. */
export const ccd = federalList({
  title: 'a CCD school directory',
  source: 'nces',
  category: 'hs_ceeb',
  columns: {
    id: 'ncessch',
    name: 'sch_name',
    address_line_1: 'lstreet1',
    city: 'lcity',
    state: 'lstate',
    zip: 'lzip',
  },
  reasonToSkip: (row) => {
    // The status as updated since the school year began.
    const status = row('updated_status_text') || row('sy_status_text')
    if (/closed|inactive|future/i.test(status)) return 'not open'
    return reachesHighSchool(row) ? undefined : 'not a high school'
  },
})

const reachesHighSchool = (row: Row) =>
  ['g_10_offered', 'g_11_offered', 'g_12_offered'].some((grade) => /^y/i.test(row(grade)))
