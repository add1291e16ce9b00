import { readCsv } from '../../platform/csv/index.ts'
import type { School } from './school.ts'

/** A College Board code for a school of another list, by that school's id. */
export type Code = { readonly id: string; readonly ceeb: string }

/** A kind of file: the columns it must have, and the result of a row, or the reason why the row is skipped. */
export type Format<Kept extends School | Code> = {
  readonly title: string
  readonly required: readonly string[]
  readonly readRow: (row: Row) => Kept | string
}

/** A row by column name, in lower case; a missing column is ''. Values are trimmed; NCES's 'missing' codes are ''. */
export type Row = (column: string) => string

/** The columns of a file, or one sentence that says where it is broken. */
type Table = { readonly columns: ReadonlySet<string> } | { readonly problem: string }

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

/** A school's name as people write it: not all capitals, no 'Main Campus', federal abbreviations spelled out. */
export function cleanName(given: string): string {
  const name = given
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[- ]+main campus$/i, '')
    .replace(/\bH\.? ?S\.?$/i, 'High School')
    .replace(/\b(?:schl|sch)\b\.?/gi, 'School')
    .replace(/\bsr\b\.? high/i, 'Senior High')
    .replace(/\bjr\b\.? high/i, 'Junior High')
  return isAllCapitals(name) ? toNormalCase(name) : name
}

/** A street or city in normal case, if the list has it in capitals. */
export const cleanPlace = (given: string): string => {
  const place = given.replace(/\s+/g, ' ').trim()
  return isAllCapitals(place) ? toNormalCase(place) : place
}

/** A ZIP code with its hyphen and with the leading zeros that a spreadsheet removed. */
export function cleanZip(given: string): string {
  const digits = given.replace(/\D/g, '')
  if (digits === '') return given.trim()
  if (!/^[\d -]+$/.test(given)) return given.trim() // not from the United States
  const five = digits.length > 5 ? digits.padStart(9, '0') : digits.padStart(5, '0')
  return five.length === 9 && !five.endsWith('0000') ? `${five.slice(0, 5)}-${five.slice(5)}` : five.slice(0, 5)
}

/** No lower-case letter except in the words written out above, and more than a name of initials. */
function isAllCapitals(text: string): boolean {
  const own = text.replace(/High School|School|Senior High|Junior High/g, '')
  return !/\p{Ll}/u.test(own) && (/\p{L}{7}/u.test(own) || /\p{L}.*\s.*\p{L}{2}/u.test(own))
}

const LOWERCASE_WORDS = new Set(['of', 'the', 'at', 'and', 'in', 'for', 'de', 'on'])

const UPPERCASE_WORDS = new Set([
  'llc',
  'ne',
  'nw',
  'se',
  'sw',
  'po',
  'us',
  'ii',
  'iii',
  'iv',
  'suny',
  'cuny',
  'ymca',
  'ywca',
])

const toNormalCase = (text: string) =>
  text.toLowerCase().replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) => {
    if (UPPERCASE_WORDS.has(word)) return word.toUpperCase()
    if (at > 0 && LOWERCASE_WORDS.has(word)) return word
    return word.replace(
      /^(mc|o['’])?(\p{L})/u,
      (_, prefix: string = '', letter: string) => capitalize(prefix) + letter.toUpperCase(),
    )
  })

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
