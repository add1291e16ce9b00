import { federalList } from './federal-list.ts'
import type { Row } from './read-table.ts'

const TENTH_GRADE = 15 // 1: not graded, 2 to 5: before the first grade, 6: the first, 17: the twelfth

/** Private high schools: the public-use file of the Private School Universe Survey (nces.ed.gov). */
export const pss = federalList({
  title: 'a PSS public-use file',
  source: 'pss',
  category: 'hs_ceeb',
  columns: { id: 'ppin', name: 'pinst', address_line_1: 'paddrs', city: 'pcity', state: 'pstabb', zip: 'pzip' },
  // The school's location, if it differs from its mailing address.
  read: (row) => (column) => (row('pl_add') !== '' && row(location[column] ?? '')) || row(column),
  reasonToSkip: (row) => (reachesHighSchool(row) ? undefined : 'not a high school'),
})

const location: Readonly<Record<string, string>> = {
  paddrs: 'pl_add',
  pcity: 'pl_cit',
  pstabb: 'pl_stabb',
  pzip: 'pl_zip',
}

/** By its highest grade; if that is unknown, by its level: 1 elementary, 2 secondary, 3 both. */
function reachesHighSchool(row: Row): boolean {
  const highest = Number(row('higr'))
  return highest > 1 ? highest >= TENTH_GRADE : row('level') !== '1'
}
