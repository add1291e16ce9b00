import { readCsv } from '../../../platform/csv/index.ts'

/** A row by column name, in lower case; a missing column is ''. Values are trimmed; NCES's 'missing' codes are ''. */
export type Row = (column: string) => string

/** The columns of a file, or one sentence that says where it is broken. */
export type Table = { readonly columns: ReadonlySet<string> } | { readonly problem: string }

/** Reads a CSV file with a row of column names, one row at a time, because a federal file has millions of values. */
export function readTable(bytes: Uint8Array, onRow: (row: Row) => void): Table {
  let indexes: ReadonlyMap<string, number> | undefined
  const problem = readCsv(decoded(bytes), (cells) => {
    const known = indexes
    if (known === undefined) indexes = columnIndexes(cells)
    else onRow((column) => cellValue(cells[known.get(column) ?? -1]?.trim() ?? ''))
  })
  return problem === undefined ? { columns: new Set(indexes?.keys()) } : { problem: problem }
}

/** The position of each column. One with a year, such as HIGR2024, is also found without it. */
function columnIndexes(names: readonly string[]): ReadonlyMap<string, number> {
  const columns = names.map((name, place) => [name.trim().toLowerCase(), place] as const)
  const yearless = columns.map(([name, place]) => [name.replace(/(19|20)\d\d$/, ''), place] as const)
  return new Map([...yearless, ...columns])
}

/** Newer federal files are UTF-8 with a byte order mark, older ones Windows-1252; spreadsheets may write UTF-16. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes) // not UTF-8
  }
}

/** -1 'not reported', -2 'not applicable', -9 'suppressed', and the letters for them. */
const cellValue = (value: string) => (/^(-[1239]|[MNR†–-])$/.test(value) ? '' : value)
