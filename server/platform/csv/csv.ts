import { stringify } from 'csv-stringify/sync'

/**
 * Rows as text, with a comma between values and CRLF at the end of a row. With `spreadsheet`, no value is a formula for a
 * program that people open, and no part of one either where that program splits at semicolons, tabs or lines instead.
 */
export const csvOf = (
  rows: readonly (readonly string[])[],
  { spreadsheet }: { readonly spreadsheet: boolean },
): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (spreadsheet ? cell.replace(FORMULA_INSIDE, "$1'") : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: spreadsheet },
  )

/** Where a part of a value would begin as a formula. A quote before it would only be the part's own. */
const FORMULA_INSIDE = /([;\t\r\n])(?=["']*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Reads the rows of a CSV text one by one: commas, quotes, doubled quotes, and line breaks of every kind,
 * even inside quotes. An unquoted field may contain quotes, single as spreadsheets write them or doubled as in the
 * federal lists. Empty lines are skipped. If the text is broken, returns one sentence that names the line, after
 * `onRow` has received the rows before it.
 */
export function readCsv(text: string, onRow: (row: readonly string[]) => void): string | undefined {
  let row: string[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    if (text[at] === '"' && !/""[^",\r\n]/y.test(text.slice(at, at + 3))) {
      const end = endOfQuoted(text, at)
      if (end === undefined) return `The quote that opens in line ${line} is never closed.`
      const inside = text.slice(at + 1, end)
      row.push(inside.replaceAll('""', '"'))
      line += inside.split('\n').length - 1
      at = end + 1
      if (at < text.length && !/[,\r\n]/.test(text[at] ?? '')) return `Line ${line} goes on after a closing quote.`
    } else {
      separator.lastIndex = at
      const end = separator.exec(text)?.index ?? text.length
      row.push(text.slice(at, end).replaceAll('""', '"'))
      at = end
    }
    if (text[at] === ',') {
      at += 1
      // A comma at the very end, or before the end of the line, adds one more empty field.
      if (at === text.length || /[\r\n]/.test(text[at] ?? '')) row.push('')
      else continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (row.length > 1 || row[0] !== '') onRow(row)
    row = []
  }
  return undefined
}

const separator = /[,\r\n]/g

function endOfQuoted(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at
    at += 1
  }
  return undefined
}
