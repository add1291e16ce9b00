import { declined } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { builtInCodes } from './built-in-codes.ts'
import type { CodeLists } from './code-lists.ts'

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
