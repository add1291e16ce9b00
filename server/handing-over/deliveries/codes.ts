import countries from 'i18n-iso-countries'
import { everyItem, type Form, firstKeyIn, type Options, prefixOf, type Register } from '../../../engine/index.ts'
import { REQUEST } from '../../applying/applications/index.ts'
import { stateFrom } from '../../applying/lookups/index.ts'
import { declined } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { type ExportedApplication, entryLists } from '../exports/index.ts'

/** The codes of a target. A list that it has no codes for is handed over as it is. */
export type Codes = {
  readonly hasList: (list: string) => boolean
  /** The code of a value; undefined if it has none. No value has the code that the map gives '', or ''. */
  readonly codeFor: (list: string, ours: string) => string | undefined
  /** The values of the form's lists that have no code. */
  readonly missing: readonly ListValue[]
  /** Those without a code that the form no longer offers: an application that was signed before may need it. */
  readonly missingRetired: readonly ListValue[]
  /** The values in the map that the institution has never had in its lists: next year's, or a slip. */
  readonly neverOffered: readonly ListValue[]
}

type ListValue = { readonly list: string; readonly value: string }

const HEADER = 'list,ours,theirs'
const NO_HEADER = `The first line of the code map must be ${HEADER}.`

/**
 * The codes of a code map (CSV with the columns list, ours, theirs), over those of built-in lists. Throws one sentence
 * that names the line if the map is broken.
 */
export function codesFrom(map: string, builtIns: readonly string[], { known, offered, retired }: CodeLists): Codes {
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
    if (!known.has(list)) throw broken(`names a list ${list}, which the form does not have`)
    const values = known.get(list)
    if (ours !== '' && values && !values.includes(ours))
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
  const withoutCode = (all: CodeLists['offered']): readonly ListValue[] =>
    [...all].flatMap(([list, values = []]) =>
      hasList(list)
        ? values.filter((value) => codeFor(list, value) === undefined).map((value) => ({ list, value }))
        : [],
    )
  const neverOffered = [...lists].flatMap(([list, codes]) => {
    const [now, before] = [offered.get(list), retired.get(list)]
    if (known.get(list) !== undefined || now === undefined || before === undefined) return []
    const had = new Set([...now, ...before, ''])
    return [...codes.keys()].filter((value) => !had.has(value)).map((value) => ({ list, value }))
  })
  return { hasList, codeFor, missing: withoutCode(offered), missingRetired: withoutCode(retired), neverOffered }
}

/** An application in a target's codes, with the codes of its races. */
export type Coded = { readonly application: ExportedApplication; readonly races: readonly string[] }

/** Replaces values by their codes, or says which values have none, as `states: Yukon`. */
export function coded(
  application: ExportedApplication,
  codes: Codes,
  { register, listOf, known }: CodeLists,
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
  const entries = entryLists.map((list) => [
    list,
    application[list].map((each) => fields(each, prefixOf(register, list))),
  ])
  const result: Coded = {
    application: {
      ...application,
      ...Object.fromEntries(entries),
      row: fields(application.row),
      tests: application.tests.map((each) => ({ ...each, test: code('tests', each.test) })),
    },
    races: (known.get('race') ?? []).filter((key) => application.row[key] === 'true').map((key) => code('race', key)),
  }
  return missing.size > 0 ? { missing: [...missing] } : result
}

/** Lists of values for which another system has codes of its own, by name. */
type CodeLists = {
  readonly register: Register
  /**
   * The values that some version of the form offered; undefined where they cannot be listed, as for schools, or where the
   * institution keeps the list, so that somebody may have signed one that is no longer in it.
   */
  readonly known: ReadonlyMap<string, readonly string[] | undefined>
  /** The values that the form offers now, which should have codes. */
  readonly offered: ReadonlyMap<string, readonly string[] | undefined>
  /** The values that the form no longer offers: of earlier versions, and of editions if these are given. */
  readonly retired: ReadonlyMap<string, readonly string[]>
  /** The list of the answers of a key; undefined if they are no choices. */
  readonly listOf: (key: string) => string | undefined
}

/** What code maps and indexes call the application PDF among the documents. */
export const APPLICATION_PDF = 'application_pdf'

/** What code maps call every document that staff asked for after the submission. */
const REQUESTED_DOCUMENT = 'requested_document'

/**
 * The lists of the register: those of its choices, and `schools`, `race`, `tests` and `documents`. `takenOut` are the
 * options, by the key of their question, that an institution had in its own lists.
 */
export function codeListsOf(register: Register, form: Form, takenOut?: ReadonlyMap<string, Options>): CodeLists {
  const { keys, lists } = register
  const names = new Map<string, string>()
  for (const { key, list, school } of keys) {
    if (list !== undefined) names.set(key, list)
    if (school !== undefined) names.set(key, 'schools')
  }
  const offered = new Map<string, readonly string[] | undefined>([['schools', undefined]])
  for (const item of everyItem(form)) {
    const name = item.kind === 'choice' ? names.get(item.key) : undefined
    if (name === undefined || item.kind !== 'choice') continue
    offered.set(name, [...new Set([...(offered.get(name) ?? []), ...item.values.filter((each) => each !== '')])])
  }
  const known = new Map<string, readonly string[] | undefined>(
    [...new Set(names.values())].map((name) => [name, lists[name]?.map(({ value }) => value)]),
  )
  const asked = new Set<string>(form.keys)
  const now = { ...register, keys: keys.filter(({ key }) => asked.has(key)) }
  for (const [name, values] of listsOfKeys(register, known.get('intl_test'))) known.set(name, values)
  for (const [name, values] of listsOfKeys(now, offered.get('intl_test'))) offered.set(name, values)
  const before = new Map(
    [...names.values()].flatMap((name): [string, string[]][] => {
      const values = known.get(name)
      return values === undefined && !(takenOut && offered.get(name)) ? [] : [[name, [...(values ?? [])]]]
    }),
  )
  for (const [key, options] of takenOut ?? []) {
    const name = names.get(key)
    if (name !== undefined) before.get(name)?.push(...options.map(([value]) => value))
  }
  const retired = [...before].map(([name, values]) => {
    const now = new Set(offered.get(name))
    return [name, [...new Set(values)].filter((value) => value !== '' && !now.has(value))] as const
  })
  return { register, known, offered, retired: new Map(retired), listOf: (key) => names.get(key) }
}

/** The lists whose values are keys, or tests that a key names. */
function listsOfKeys(
  register: Register,
  languageTests: readonly string[] = [],
): readonly (readonly [name: string, values: readonly string[]])[] {
  const { keys } = register
  const uploads = keys.filter(({ kind }) => kind === 'upload').map(({ key }) => firstKeyIn(register, key))
  const races = keys.filter(({ kind, key }) => kind === 'tick' && key.startsWith('race_')).map(({ key }) => key)
  const scores = keys.flatMap(({ key, taken }) => (taken && key !== 'intl_test_score' ? [key] : []))
  return [
    ['race', races],
    ['documents', [...new Set(uploads), APPLICATION_PDF, REQUESTED_DOCUMENT]],
    ['tests', [...scores, ...languageTests.filter((each) => each !== 'NONE' && each !== 'OTHER')]],
  ]
}

/** The value of the list `documents` that stands for a document: its key in a first entry, unless staff asked for it. */
export const documentValue = (register: Register, key: string): string =>
  key.startsWith(REQUEST) ? REQUESTED_DOCUMENT : firstKeyIn(register, key)

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
