import { federalList } from './federal-list.ts'

/** Colleges: the file HD of IPEDS (nces.ed.gov), one row per institution. */
export const ipeds = federalList({
  title: 'an IPEDS file HD',
  source: 'ipeds',
  category: 'college_ceeb',
  columns: { id: 'unitid', name: 'instnm', address_line_1: 'addr', city: 'city', state: 'stabbr', zip: 'zip' },
  // 1: active in the year of the file. The files of some years lack the column.
  reasonToSkip: (row) => (row('cyactive') === '' || row('cyactive') === '1' ? undefined : 'not active'),
  more: (row) => ({
    ...(row('addr') === row('instnm') && { address_line_1: '' }), // a campus with a ZIP code of its own
    aliases: aliasesIn(row('ialias'), row('webaddr')),
    // People seldom mean a school with programs of less than two years (ICLEVEL 3).
    size: row('iclevel') === '3' ? 0 : Number(row('instsize')) || 0,
  }),
})

/** IALIAS separates names in every possible way; the stem of the web address is what many people call a school. */
function aliasesIn(text: string, web: string): readonly string[] {
  const aliases = text
    .split(/\s*(?:[|;,\n]| {2,}|\bor\b| \/ )\s*/)
    .map((alias) => alias.replace(/^[-–.\s"“(]+|[-–.\s"”)]+$/g, ''))
    .filter((alias) => alias.length > 1 && alias.length < 90 && !ANY_SCHOOL.test(alias))
  const stem = /(?:^|\/\/|\.)([a-z0-9-]+)\.edu\b/i.exec(web)?.[1]
  return [...new Set(stem === undefined ? aliases : [...aliases, stem.toLowerCase()])]
}

/** Remains of a name that was split, such as 'University of'. */
const ANY_SCHOOL = /^(the )?(univ(ersity|\.)?|college|institute|school)( (of|at|for))?( the)?$/i
