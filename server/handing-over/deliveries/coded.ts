import { type EntryList, type ExportedApplication, entryLists } from '../exports/index.ts'
import type { CodeLists } from './code-lists.ts'
import type { Codes } from './codes.ts'

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
