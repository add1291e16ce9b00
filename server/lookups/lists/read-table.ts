import { readCsv } from './read-csv.ts'

/** A row by column name, in lower case; what the row lacks is ''. Values are trimmed, and NCES's words for 'missing' are ''. */
export type Row = (column: string) => string

/** A file read as a table, or one sentence that says why it is none. */
export type Table =
  | { readonly columns: ReadonlySet<string>; readonly rows: readonly Row[] }
  | { readonly wrong: string }

/** Reads the bytes of a CSV file with a row of column names. */
export function readTable(bytes: Uint8Array): Table {
  const csv = readCsv(decoded(bytes))
  if ('wrong' in csv) return csv
  const [header = [], ...rows] = csv.rows
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]))
  return {
    columns: new Set(places.keys()),
    rows: rows.map((row) => (column) => present(row[places.get(column) ?? -1]?.trim() ?? '')),
  }
}

/** Federal files are UTF-8 with a byte order mark, or the older ones Windows-1252; spreadsheets may write UTF-16. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes) // no UTF-8
  }
}

/** -1 'not reported', -2 'not applicable', -9 'suppressed', and their letters. */
const present = (value: string) => (/^(-[1239]|[MNR†–-])$/.test(value) ? '' : value)
