import { stringify } from 'csv-stringify/sync'

/**
 * Rows as text, with a comma between values and CRLF at the end of a row. With `spreadsheet`, no value is a formula for a
 * program that people open.
 */
export const csvOf = (
  rows: readonly (readonly string[])[],
  { spreadsheet }: { readonly spreadsheet: boolean },
): string =>
  stringify(
    rows.map((cells) => [...cells]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: spreadsheet },
  )
