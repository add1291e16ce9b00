import countries from 'i18n-iso-countries'
import { everyItem, type Form, type Question } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { REQUEST } from '../../applying/applications/index.ts'
import { stateFrom } from '../../applying/lookups/index.ts'
import { declined } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { type EntryList, type ExportedApplication, entryLists } from '../exports/index.ts'

/** The codes of a target. A list that it has no codes for is handed over as it is. */
export type Codes = {
  readonly hasList: (list: string) => boolean
  /** The code of a value; undefined if it has none. No value has the code that the map gives '', or ''. */
  readonly codeFor: (list: string, ours: string) => string | undefined
  /** The values of the form's lists that have no code. */
  readonly missing: readonly { readonly list: string; readonly value: string }[]
}

/** Lists that the institution changes: somebody may have signed a value that is no longer offered. */
const kept = new Set(['terms', 'majors', 'intl_test_version'])

const HEADER = 'list,ours,theirs'
const NO_HEADER = `The first line of the code map must be ${HEADER}.`

/**
 * The codes of a code map (CSV with the columns list, ours, theirs), over those of built-in lists. Throws one sentence
 * that names the line if the map is broken.
 */
export function codesFrom(map: string, builtIns: readonly string[], { values }: CodeLists): Codes {
  const lists = new Map<string, Map<string, string>>()
  const fallback = new Map(
    builtIns.flatMap((name) => {
      const found = builtInCodes[name]
      return found ? [[found.list, found.codeOf] as const] : []
    }),
  )
  let line = 0
  const broken = (what: string) => declined(`Line ${line} of the code map ${what}.`)
  const problem = readCsv(map.replace(/^\uFEFF/, ''), (cells) => {
    line += 1
    if (line === 1) {
      if (cells.join(',') === HEADER) return
      throw declined(NO_HEADER)
    }
    const [list = '', ours = '', theirs = '', ...more] = cells
    if (cells.length < 3 || more.length > 0) throw broken('must have three columns')
    if (!values.has(list)) throw broken(`names a list ${list}, which the form does not have`)
    const offered = values.get(list)
    if (ours !== '' && offered && offered.length > 0 && !offered.includes(ours) && !kept.has(list))
      throw broken(`gives a code for ${ours}, which is not a value of ${list}`)
    const codes = lists.get(list) ?? new Map<string, string>()
    if (codes.has(ours)) throw broken(`gives a second code for ${ours === '' ? 'no value' : ours} of ${list}`)
    lists.set(list, codes.set(ours, theirs))
  })
  if (problem) throw declined(`The code map cannot be read. ${problem}`)
  if (line === 0) throw declined(NO_HEADER)

  const hasList = (list: string) => lists.has(list) || fallback.has(list)
  const codeFor = (list: string, ours: string) => {
    const own = lists.get(list)?.get(ours)
    if (own !== undefined) return own
    return ours === '' ? '' : fallback.get(list)?.(ours)
  }
  const missing = [...values].flatMap(([list, offered = []]) =>
    hasList(list)
      ? offered.filter((value) => codeFor(list, value) === undefined).map((value) => ({ list, value }))
      : [],
  )
  return { hasList, codeFor, missing }
}

/** An application in a target's codes, with the codes of its races. */
export type Coded = { readonly application: ExportedApplication; readonly races: readonly string[] }

/** The first entry of each list, whose keys name the lists of all entries. */
export const firstPrefix: Readonly<Record<EntryList, string>> = {
  colleges: 'college_',
  parents: 'parent_',
  residences: 'instate_timeline_',
}

/** Replaces values by their codes, or says which values have none, as `states: Yukon`. */
export function coded(
  application: ExportedApplication,
  codes: Codes,
  { listOf, values }: CodeLists,
): Coded | { readonly missing: readonly string[] } {
  const missing = new Set<string>()
  const code = (list: string | undefined, value: string): string => {
    if (list === undefined || !codes.hasList(list)) return value
    const found = codes.codeFor(list, value)
    if (found === undefined) missing.add(`${list}: ${value}`)
    return found ?? ''
  }
  const fields = <Fields extends Readonly<Record<string, string>>>(of: Fields, prefix = ''): Fields =>
    // Every field keeps its name and stays a text.
    Object.fromEntries(
      Object.entries(of).map(([key, value]) => [key, code(listOf(`${prefix}${key}`), value)]),
    ) as Fields
  const entries = entryLists.map((list) => [list, application[list].map((each) => fields(each, firstPrefix[list]))])
  const result: Coded = {
    application: {
      ...application,
      ...Object.fromEntries(entries),
      row: fields(application.row),
      tests: application.tests.map((each) => ({ ...each, test: code('tests', each.test) })),
    },
    races: (values.get('race') ?? []).filter((key) => application.row[key] === 'true').map((key) => code('race', key)),
  }
  return missing.size > 0 ? { missing: [...missing] } : result
}

/** Lists of values for which another system has codes of its own, by name. */
type CodeLists = {
  /** The values that the form offers; undefined where they cannot be listed, as for schools. */
  readonly values: ReadonlyMap<string, readonly string[] | undefined>
  /** The list of the answers of a key; undefined if they are no choices. */
  readonly listOf: (key: string) => string | undefined
}

/** What code maps and indexes call the application PDF among the documents. */
export const APPLICATION_PDF = 'application_pdf'

/** What code maps call every document that staff asked for after the submission. */
const REQUESTED_DOCUMENT = 'requested_document'

/** Names that code maps use for the lists of several questions. Any other list is named after its question. */
const shared: Partial<Record<AdmissionsKey, string>> = {
  citizenship: 'countries',
  entry_term: 'terms',
  applied_major: 'majors',
  college_degree: 'degrees',
}

const byRole: Partial<Record<NonNullable<Question['role']>, string>> = {
  country: 'countries',
  state: 'states',
  list_id: 'schools',
}

/** The lists of a form: those of its choices, and `schools`, `race`, `tests` and `documents`. */
export function codeListsOf(form: Form): CodeLists {
  const firstKeys = firstKeysOf(form)
  const questions = everyItem(form).flatMap((item) => ('key' in item ? [item] : []))
  const states = questions.find(({ role }) => role === 'state')
  const nameOf = (question: Question): string | undefined => {
    const key = firstKeys.get(question.key) ?? question.key
    const common = shared[key as AdmissionsKey] ?? (question.role && byRole[question.role])
    if (common) return common
    if (question.kind !== 'choice') return undefined
    return states?.kind === 'choice' && question.options === states.options ? 'states' : key
  }
  const names = new Map(
    questions.flatMap((each) => {
      const name = nameOf(each)
      return name ? [[each.key, name] as const] : []
    }),
  )
  const values = new Map<string, readonly string[] | undefined>([['schools', undefined]])
  for (const question of questions) {
    const name = names.get(question.key)
    if (!name || question.kind !== 'choice') continue
    values.set(name, [...new Set([...(values.get(name) ?? []), ...question.values.filter((each) => each !== '')])])
  }
  const keysOf = (kind: Question['kind'], begin = '') =>
    questions
      .filter((each) => each.kind === kind && each.key.startsWith(begin))
      .map(({ key }) => firstKeys.get(key) ?? key)
  values.set('race', keysOf('tick', 'race_'))
  values.set('documents', [...new Set(keysOf('upload')), APPLICATION_PDF, REQUESTED_DOCUMENT])
  const scores = everyItem(form).flatMap((item) => (item.kind === 'scores' ? item.items : []))
  const scoreKeys = scores.flatMap((item) => (item.kind === 'text' && item.key !== 'intl_test_score' ? [item.key] : []))
  const taken = (values.get('intl_test') ?? []).filter((each) => each !== 'NONE' && each !== 'OTHER')
  values.set('tests', [...scoreKeys, ...taken])
  return { values, listOf: (key) => names.get(key) }
}

/** The value of the list `documents` that stands for a document: its key in a first entry, unless staff asked for it. */
export function documentValues(form: Form): (key: string) => string {
  const firstKeys = firstKeysOf(form)
  return (key) => (key.startsWith(REQUEST) ? REQUESTED_DOCUMENT : (firstKeys.get(key) ?? key))
}

/** The key in the first entry for each key of a later one: `college_type` for `college_2_type`. */
function firstKeysOf(form: Form): ReadonlyMap<string, string> {
  const blocks = everyItem(form).flatMap((item) => (item.kind === 'repeated' ? [item] : []))
  return new Map(
    blocks.flatMap(({ entries: [first, ...later] }) =>
      later.flatMap(({ prefix, keys }) =>
        keys.map((key) => [key, `${first?.prefix}${key.slice(prefix.length)}`] as const),
      ),
    ),
  )
}

/** Codes that anyone may use, by the name under which a target asks for them: the code of one of our values. */
export const builtInCodes: Readonly<Record<string, { readonly list: string; readonly codeOf: CodeOf }>> = {
  // The form's codes are ISO 3166-1 alpha-3 but for these two.
  'iso-3166-1-alpha-2': {
    list: 'countries',
    codeOf: (country) => ({ UK: 'GB', XKX: 'XK' })[country] ?? countries.alpha3ToAlpha2(country),
  },
  'iso-3166-1-alpha-3': { list: 'countries', codeOf: (country) => ({ UK: 'GBR' })[country] ?? country },
  usps: { list: 'states', codeOf: (name) => stateFrom(name)?.code },
  // A school that the applicant typed, or that only the institution knows, has no number.
  ipeds: { list: 'schools', codeOf: (id) => /^ipeds:(\d+)$/.exec(id)?.[1] ?? '' },
}

type CodeOf = (ours: string) => string | undefined
