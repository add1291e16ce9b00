import { ccd, codes, ipeds, pss } from './federal-lists.ts'
import { type Code, cleanName, cleanPlace, cleanZip, type Format, readTable } from './list-format.ts'
import type { School, SchoolCategory } from './school.ts'
import { stateFrom } from './states.ts'
import { plain } from './words-of.ts'

/** The kinds of file that can be imported. */
export type ListKind = 'ipeds' | 'ccd' | 'pss' | 'codes' | 'list'

/** What a list adds to the schools. */
export type SchoolList = { readonly schools: readonly School[]; readonly codes: readonly Code[] }

/** A list and the number of rows it was made from, or one sentence saying why the file cannot be used. */
type ReadList =
  | { readonly list: SchoolList; readonly read: number; readonly skipped: Readonly<Record<string, number>> }
  | { readonly problem: string }

/** Reads a file of this kind; `category` is for the rows of an institution's own list that do not give theirs. */
export function readList(kind: ListKind, bytes: Uint8Array, category: SchoolCategory = 'college_ceeb'): ReadList {
  if (kind === 'codes') return readAs(codes, bytes, (kept) => ({ schools: [], codes: kept }))
  const format = { ipeds, ccd, pss, list: ownList(category) }[kind]
  return readAs(format, bytes, (kept) => ({ schools: kept, codes: [] }))
}

function readAs<Kept extends School | Code>(
  { title, required, readRow }: Format<Kept>,
  bytes: Uint8Array,
  listOf: (kept: readonly Kept[]) => SchoolList,
): ReadList {
  const kept = new Map<string, Kept>()
  const skipped: Record<string, number> = {}
  let read = 0
  const table = readTable(bytes, (row) => {
    read += 1
    const found = readRow(row)
    const reason = typeof found === 'string' ? found : kept.has(found.id) ? 'a duplicate' : undefined
    if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1
    else if (typeof found !== 'string') kept.set(found.id, found)
  })
  if ('problem' in table) return table
  const missing = required.filter((column) => !table.columns.has(column))
  if (missing.length > 0)
    return { problem: `This is not ${title}: it has no column ${missing.join(', ').toUpperCase()}.` }
  if (kept.size === 0) return { problem: `No row of this file can be used: ${reasonsText(skipped) || 'it has none'}.` }
  return { list: listOf([...kept.values()]), read, skipped }
}

/** The reasons, each with its number of rows. */
export const reasonsText = (skipped: Readonly<Record<string, number>>): string =>
  Object.entries(skipped)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ')

/** An institution's own list, and the starter lists; `category` is for rows that do not give theirs. */
const ownList = (category: SchoolCategory): Format<School> => ({
  title: 'a list of schools',
  required: ['name'],
  readRow: (row) => {
    const name = cleanName(row('name'))
    const state = stateFrom(row('state'))
    const country = row('country') || (state?.country ?? '')
    if (name === '') return 'no name'
    if (row('state') !== '' && state === undefined && (country === 'USA' || country === 'CAN' || country === ''))
      return 'unknown state'
    if (row('ceeb') !== '' && !/^\d{1,6}$/.test(row('ceeb'))) return 'no code of at most six digits'
    const city = cleanPlace(row('city'))
    const givenCategory = row('category')
    return {
      id:
        row('id') ||
        `list:${[name, city, state?.code ?? country].map((each) => plain(each).replaceAll(' ', '-')).join(':')}`,
      category: givenCategory === '' ? category : /^(hs|high)/i.test(givenCategory) ? 'hs_ceeb' : 'college_ceeb',
      name,
      aliases: (row('aliases') || row('alias')).split(/\s*[|;]\s*/).filter((alias) => alias !== ''),
      ceeb: row('ceeb'),
      address_line_1: cleanPlace(row('address_line_1')),
      city,
      state: state?.name ?? '',
      zip: cleanZip(row('zip')),
      country,
      size: Math.min(5, Number(row('size')) || 0),
    }
  },
})
