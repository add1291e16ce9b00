import { withheldKeys } from '../../../../api/index.ts'
import type { Register } from '../../../../engine/index.ts'
import { hasOneName } from '../../../../form/index.ts'
import type { ExportedEntry } from '../../exports/index.ts'
import type { Coded } from '../codes.ts'
import { type CsvFile, createCsvFile } from '../delivery-folder.ts'
import type { Target } from '../targets.ts'
import { type BannerTable, bannerTables, type ColumnKind, protectedColumns } from './banner-tables.ts'
import { carries, isProtected, type Profile } from './profile.ts'

type Row = Readonly<Record<string, string>>
/** The rows of one application, in the order in which they are written. */
type Rows = readonly (readonly [BannerTable, Row])[]

/** The table of own questions only where the target names some: an earlier delivery has none when it is made again. */
const tablesOf = (target: Target): readonly BannerTable[] => {
  const all = Object.keys(bannerTables) as BannerTable[]
  return all.filter((table) => table !== 'sarrqst' || Object.keys(target.questions ?? {}).length > 0)
}
const columnsOf = (table: BannerTable): Readonly<Record<string, ColumnKind>> => bannerTables[table]
/** How Banner says that a date is month, day and year with its century. */
const MDC = 'MDC'

/**
 * One file for each holding table of Banner's electronic applications. A target with Social Security numbers or
 * demographic answers gets every file encrypted; without a recipient the columns for these answers are empty.
 */
export const bannerProfile: Profile = {
  needs: [
    'terms',
    'majors',
    'states',
    'countries',
    'schools',
    'tests',
    'us_citizen',
    'perm_resident',
    'parent_relationship',
    'gender',
    'ethnicity',
    'race',
  ],
  emptyColumns: (target) =>
    (['ssn', 'demographics'] as const)
      .filter((right) => target.include.includes(right) && !carries(target, right))
      .flatMap((right) => protectedColumns[right]),
  placesIn: (register, target) => {
    const numbers = questionsOf(register, target)
    return (key) => {
      const number = numbers.get(key)
      return number === undefined ? undefined : { in: 'sarrqst.csv', as: `sarrqst_wudq_no ${number}` }
    }
  },
  begin: async (register, folder, target) => {
    const numbers = questionsOf(register, target)
    const { spreadsheet } = target
    const recipient = isProtected(target) ? target.recipient : undefined
    const files = new Map<BannerTable, CsvFile>()
    for (const table of tablesOf(target)) {
      const columns = Object.keys(columnsOf(table))
      files.set(table, await createCsvFile(folder, `${table}.csv`, columns, { spreadsheet, recipient }))
    }
    return {
      add: async (coded) => {
        const rows = [
          ...rowsOf(coded, { ssn: carries(target, 'ssn'), demographics: carries(target, 'demographics') }),
          ...answersTo(register, numbers, coded.application.row),
        ]
        const reasons = rows.flatMap(([table, row]) => problemsIn(table, row))
        if (reasons.length > 0) return [...new Set(reasons)]
        const id = { sabnstu_id: coded.application.reference }
        for (const [table, row] of rows) await files.get(table)?.add({ ...row, ...id })
        return []
      },
      close: async () => {
        for (const file of files.values()) await file.close()
      },
    }
  },
}

function rowsOf({ application, races }: Coded, may: Readonly<Record<'ssn' | 'demographics', boolean>>): Rows {
  const { row, colleges, tests, parents } = application
  const submitted = mdy(application.submitted_at.slice(0, 10))
  const [curriculum = '', field = ''] = (row.applied_major ?? '').split('/')
  const head = {
    sarhead_appl_comp_ind: 'Y',
    sarhead_add_date: submitted,
    sarhead_complete_date: submitted,
    sarhead_term_code_entry: row.entry_term ?? '',
    sarhead_data_origin: 'CAUSEWAY',
  }
  return [
    ['sabnstu', { sabnstu_id: application.reference }],
    ['sarhead', numbered('sarhead', {}, head)],
    ['sarpers', numbered('sarpers', { seqno: 1 }, applicant(row, may.demographics))],
    ...parents.map(
      (parent, index) => ['sarpers', numbered('sarpers', { seqno: index + 2 }, relation(parent))] as const,
    ),
    ...numberedRows('saraddr', [address('saraddr', 'MA', row, ''), address('saraddr', 'ML', row, 'mailing_')]),
    ...numberedRows('sarphon', phones(row, { HP: 'phone_home', CP: 'phone_mobile', IP: 'phone_international' })),
    ...parents.flatMap((parent, index) => numberedRows('sarphon', phones(parent, { HP: 'phone' }), index + 2)),
    ...numberedRows(
      'sarprfn',
      may.ssn && row.ssn ? [{ sarprfn_rfql_cde: 'SY', sarprfn_ref_no: row.ssn.replaceAll('-', '') }] : [],
    ),
    ...(may.demographics ? races.map((race) => ['sarprac', { sarprac_race_cde: race }] as const) : []),
    ...numberedRows('saretry', curriculum ? [{ saretry_priority: '1', saretry_curr_rule: curriculum }] : []),
    ...numberedRows(
      'sarefos',
      field ? [{ sarefos_etry_seqno: '1', sarefos_flvl_cde: 'M', sarefos_lfos_rule: field }] : [],
    ),
    ...(row.hs_name ? highSchool(row) : []),
    ...numberedRows('sarpcol', colleges.map(college)),
    ...numberedRows(
      'sartest',
      tests.map(({ test, score, month, year }) => ({
        sartest_dfmt_cde: MDC,
        sartest_test_dte: firstOf(month, year),
        sartest_subt_cde: test,
        sartest_test_score1: score,
      })),
    ),
  ]
}

/** The numbers of the questions that a target asks of its own, by our keys; without those that may not leave to it. */
function questionsOf(register: Register, { questions = {}, include }: Target): ReadonlyMap<string, number> {
  const withheld = withheldKeys(register, 'delivery_banner', include)
  return new Map(Object.entries(questions).filter(([key]) => !withheld.has(key)))
}

/** A checkbox is answered by its flag, everything else by its text. */
function answersTo({ keys }: Register, numbers: ReadonlyMap<string, number>, row: Row): Rows {
  const ticks = new Set(keys.flatMap(({ key, kind }) => (kind === 'tick' ? [key] : [])))
  const given = [...numbers].filter(([key]) => row[key])
  return given.map(([key, number], index) => {
    const answer = ticks.has(key) ? { sarrqst_resp_flag: 'Y' } : { sarrqst_ansr_desc: row[key] ?? '' }
    return [
      'sarrqst',
      numbered('sarrqst', { seqno: index + 1 }, { sarrqst_wudq_no: String(number), ...answer }),
    ] as const
  })
}

/** The numbers that link the tables; the applicant is person 1, and parents are the next ones. */
const numbered = (table: BannerTable, numbers: Readonly<Record<string, number>>, row: Row): Row => ({
  ...Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`${table}_${name}`, String(number)])),
  [`${table}_appl_seqno`]: '1',
  ...row,
})

/** Rows that are counted; rows without any value are left out. */
const numberedRows = (table: BannerTable, rows: readonly (Row | undefined)[], person = 1): Rows =>
  rows
    .filter((row) => row !== undefined)
    .map((row, index) => [table, numbered(table, { pers_seqno: person, seqno: index + 1 }, row)] as const)

const applicant = (row: Row, demographics: boolean): Row => ({
  sarpers_first_name: hasOneName(row) ? '' : (row.first_name ?? ''),
  sarpers_middle_name1: row.middle_name ?? '',
  sarpers_last_name: row.last_name ?? '',
  sarpers_suffix: row.suffix ?? '',
  sarpers_former_name: row.prev_name ?? '',
  sarpers_nickname: row.chosen_name ?? '',
  sarpers_dfmt_cde_birth: MDC,
  sarpers_birth_dte: mdy(row.birth_date ?? ''),
  sarpers_citz_cde: row.perm_resident || (row.us_citizen ?? ''),
  ...(demographics ? { sarpers_gender: row.gender ?? '', sarpers_ethn_category: row.ethnicity ?? '' } : {}),
})

const relation = (parent: ExportedEntry): Row => ({
  sarpers_rltn_cde: parent.relationship ?? '',
  sarpers_first_name: parent.first_name ?? '',
  sarpers_last_name: parent.last_name ?? '',
})

/** The address with this prefix; undefined without a street or a city. */
function address(table: 'saraddr' | 'sarpcol', kind: string, row: Row, prefix: string): Row | undefined {
  const of = (part: string) => row[`${prefix}${part}`] ?? ''
  if (!of('address_line_1') && !of('city')) return undefined
  return {
    ...(kind ? { [`${table}_lcql_cde`]: kind } : {}),
    [`${table}_street_line1`]: of('address_line_1'),
    [`${table}_street_line2`]: of('address_line_2'),
    [`${table}_city`]: of('city'),
    [`${table}_stat_cde`]: of('state'),
    [`${table}_zip`]: of('zip'),
    [`${table}_natn_cde`]: of('country'),
  }
}

/** An email address is a phone of the kind EM; numbers have a mark by which Banner knows that it must split them. */
const phones = (row: Row, keysByKind: Row): readonly Row[] => [
  ...(row.email_address ? [{ sarphon_pqlf_cde: 'EM', sarphon_phone: row.email_address }] : []),
  ...Object.entries(keysByKind).flatMap(([kind, key]) =>
    row[key] ? [{ sarphon_pqlf_cde: kind, sarphon_phone: `*WEB*${row[key]}` }] : [],
  ),
]

function highSchool(row: Row): Rows {
  const school = {
    sarhsch_idql_cde1: 'WB',
    sarhsch_iden_cde1: row.hs_list_id ?? '',
    sarhsch_enty_cde1: 'HS',
    sarhsch_dfmt_cde_hsgr: MDC,
    sarhsch_hsgr_dte: firstOf(row.grad_month ?? '', row.grad_year ?? ''),
    sarhsch_name1: schoolName(row.hs_name ?? '', row.hs_list_id, bannerTables.sarhsch.sarhsch_name1),
  }
  const summary = {
    sarhsum_hsch_seqno: '1',
    sarhsum_cumulative_flag: 'Y',
    sarhsum_gpa: row.hs_gpa ?? '',
    sarhsum_class_rank: row.hs_class_rank ?? '',
    sarhsum_class_size: row.hs_class_size ?? '',
  }
  return [
    ...numberedRows('sarhsch', [school]),
    ...numberedRows('sarhsum', row.hs_gpa || row.hs_class_rank || row.hs_class_size ? [summary] : []),
  ]
}

const college = (of: ExportedEntry): Row => ({
  ...address('sarpcol', '', of, ''),
  sarpcol_idql_cde: 'WB',
  sarpcol_iden_cde: of.list_id ?? '',
  sarpcol_inst_name: schoolName(of.name ?? '', of.list_id, bannerTables.sarpcol.sarpcol_inst_name),
})

/** A school with a code is known by it, so only then its name may be cut. */
const schoolName = (name: string, code: string | undefined, length: number): string =>
  code ? [...name].slice(0, length).join('') : name

/** MM/DD/YYYY for an ISO date; anything else stays, and is found. */
const mdy = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
/** The first day of a month, which in Banner's dates stands for the month. '' without both. */
const firstOf = (month: string, year: string): string => (month && year ? `${month.padStart(2, '0')}/01/${year}` : '')

function problemsIn(table: BannerTable, row: Row): readonly string[] {
  const kinds = columnsOf(table)
  return Object.entries(row).flatMap(([column, value]) => {
    const kind = kinds[column]
    if (value === '' || kind === undefined) return []
    if (kind === 'number') return /^\d{1,8}$/.test(value) ? [] : [`${column} must be a whole number`]
    if (kind === 'date') return isMdy(value) ? [] : [`${column} must be a date`]
    return [...value].length > kind ? [`${column} is longer than ${kind} characters`] : []
  })
}

function isMdy(value: string): boolean {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) ?? []
  if (!month || !day || !year) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}
