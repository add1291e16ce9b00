import { type Code, cleanName, cleanPlace, cleanZip, type Format, type Row } from './list-format.ts'
import type { School } from './school.ts'
import { stateFrom } from './states.ts'

/** The columns of a federal list, in lower case. */
type Columns = Readonly<Record<'id' | 'name' | 'address_line_1' | 'city' | 'state' | 'zip', string>>

type FederalList = Pick<School, 'category'> & {
  readonly title: string
  readonly source: Federal
  readonly columns: Columns
  /** How to read a row, if not as it is. */
  readonly read?: (row: Row) => Row
  /** Why a row is not a school that we want; undefined if it is one. */
  readonly reasonToSkip: (row: Row) => string | undefined
  /** What else the list knows. */
  readonly more?: (row: Row) => Partial<School>
}

/** A list of the federal statistics: one row per school, with a permanent id. */
const federalList = ({ title, source, category, columns, read, reasonToSkip, more }: FederalList): Format<School> => ({
  title,
  required: [columns.id, columns.name, columns.city, columns.state],
  readRow: (given) => {
    const row = read?.(given) ?? given
    const id = federalId(source, row(columns.id))
    const state = stateFrom(row(columns.state))
    if (id === undefined) return `no ${columns.id.toUpperCase()}`
    if (row(columns.name) === '') return 'no name'
    if (state === undefined) return 'unknown state'
    return (
      reasonToSkip(row) ?? {
        id,
        category,
        name: cleanName(row(columns.name)),
        aliases: [],
        ceeb: '',
        address_line_1: cleanPlace(row(columns.address_line_1)),
        city: cleanPlace(row(columns.city)),
        state: state.name,
        zip: cleanZip(row(columns.zip)),
        country: state.country,
        size: 0,
        ...more?.(row),
      }
    )
  },
})

/** The ids of the federal lists: their format, and their length with the leading zeros that spreadsheets remove. */
const ids = {
  ipeds: { written: /^\d{1,6}$/, length: 6 },
  nces: { written: /^\d{5,12}$/, length: 12 },
  pss: { written: /^[A-Z\d]{1,8}$/i, length: 8 },
} as const

type Federal = keyof typeof ids

/** The id of a school, such as `nces:010000500871`; undefined if the text is not an id. */
function federalId(source: Federal, given: string): string | undefined {
  const { written, length } = ids[source]
  return written.test(given) ? `${source}:${given.toUpperCase().padStart(length, '0')}` : undefined
}

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
    ...typeIn(row('obereg'), row('instcat')),
  }),
})

/**
 * OBEREG 0 are the service academies. INSTCAT is what a college grants: only graduate degrees (1), mostly bachelor's
 * degrees (2), associate's degrees (4), no degree (6). Those that grant a few bachelor's degrees (3) are community
 * colleges and universities alike, so only the applicant knows.
 */
function typeIn(region: string, category: string): Pick<School, 'type'> {
  if (region === '0') return { type: 'M' }
  if (category === '1' || category === '2') return { type: '4' }
  if (category === '4') return { type: '2' }
  return category === '6' ? { type: 'T' } : {}
}

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
    return offersHighSchool(row) ? undefined : 'not a high school'
  },
})

const offersHighSchool = (row: Row) =>
  ['g_10_offered', 'g_11_offered', 'g_12_offered'].some((grade) => /^y/i.test(row(grade)))

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

const COLLEGE_DIGITS = 4
const HIGH_SCHOOL_DIGITS = 6

/** College Board codes for schools of the other lists: `ceeb`, and one of `unitid`, `ncessch`, `ppin` or `id`. */
export const codes: Format<Code> = {
  title: 'a list of codes',
  required: ['ceeb'],
  readRow: (row) => {
    const id = idIn(row)
    if (id === undefined) return 'no unitid, ncessch, ppin or id'
    const ceeb = row('ceeb')
    if (!/^\d{1,6}$/.test(ceeb)) return 'no code of at most six digits'
    return { id, ceeb: ceeb.padStart(id.startsWith('ipeds:') ? COLLEGE_DIGITS : HIGH_SCHOOL_DIGITS, '0') }
  },
}

function idIn(row: (column: string) => string): string | undefined {
  return (
    row('id') ||
    (federalId('ipeds', row('unitid')) ??
      federalId('nces', row('ncessch') || row('nces')) ??
      federalId('pss', row('ppin')))
  )
}
