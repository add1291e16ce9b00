import type { School } from '../school.ts'
import { stateFrom } from '../states.ts'
import { cleanName, cleanPlace, cleanZip } from './clean-name.ts'
import type { Format } from './format.ts'

/** Colleges: the file HD of IPEDS (nces.ed.gov), one row per institution. */
export const ipeds: Format<School> = {
  title: 'an IPEDS file HD',
  required: ['unitid', 'instnm', 'city', 'stabbr'],
  readRow: (row) => {
    const state = stateFrom(row('stabbr'))
    if (!/^\d{1,6}$/.test(row('unitid'))) return 'no UNITID'
    if (row('instnm') === '') return 'no name'
    if (state === undefined) return 'unknown state'
    // 1: it was active in the year of the file; absent in files of some years.
    if (row('cyactive') !== '' && row('cyactive') !== '1') return 'not active'
    return {
      id: `ipeds:${row('unitid').padStart(6, '0')}`,
      category: 'college_ceeb',
      name: cleanName(row('instnm')),
      aliases: aliasesIn(row('ialias'), row('webaddr')),
      ceeb: '',
      address_line_1: cleanPlace(row('addr')),
      city: cleanPlace(row('city')),
      state: state.name,
      zip: cleanZip(row('zip')),
      country: state.country,
      // Schools of less than two years (ICLEVEL 3) are seldom meant.
      size: row('iclevel') === '3' ? 0 : Number(row('instsize')) || 0,
    }
  },
}

/** IALIAS parts its names in every way there is; the stem of the web address is how many people call a school. */
function aliasesIn(text: string, web: string): readonly string[] {
  const aliases = text
    .split(/\s*(?:[|;,\n]| {2,}|\bor\b| \/ )\s*/)
    .map((alias) => alias.replace(/^[-–.\s"“(]+|[-–.\s"”)]+$/g, ''))
    .filter((alias) => alias.length > 1 && alias.length < 90)
  const stem = /(?:^|\/\/|\.)([a-z0-9-]+)\.edu\b/i.exec(web)?.[1]
  return [...new Set(stem === undefined ? aliases : [...aliases, stem.toLowerCase()])]
}
