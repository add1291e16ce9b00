import type { School, SchoolCategory } from '../school.ts'
import { ccd } from './ccd.ts'
import { codes } from './codes.ts'
import type { Code, Format } from './format.ts'
import { ipeds } from './ipeds.ts'
import { ownList } from './own-list.ts'
import { pss } from './pss.ts'
import { readTable } from './read-table.ts'

/** The kinds of file that can be imported. */
export type ListKind = 'ipeds' | 'ccd' | 'pss' | 'codes' | 'list'

/** What a list adds to the schools. */
export type SchoolList = { readonly schools: readonly School[]; readonly codes: readonly Code[] }

/** A list and the number of rows it was made from, or one sentence saying why the file cannot be used. */
export type ReadList =
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
