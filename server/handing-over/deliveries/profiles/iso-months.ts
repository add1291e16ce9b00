import { everyItem, type Form } from '../../../../engine/index.ts'

/** Each pair of a month and a year as one column, such as `grad_date` for `grad_month` and `grad_year`. */
export type IsoMonths = {
  /** These columns, with one in the place of each pair. */
  readonly columns: (keys: readonly string[]) => readonly string[]
  /** The same row with these columns too, as `2022-06`; the year alone if there is no month, '' without a year. */
  readonly row: (row: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

/** The pairs of a form; in entries their keys have lost this prefix. No day is made up for them. */
export function isoMonthsOf(form: Form, prefix = ''): IsoMonths {
  const pairs = everyItem(form).flatMap((item) => {
    if (item.kind !== 'monthYear') return []
    const keyOf = (unit: string) => item.keys.find((key) => key.startsWith(prefix) && key.endsWith(unit))
    const [month, year] = [keyOf('month')?.slice(prefix.length), keyOf('year')?.slice(prefix.length)]
    return month && year ? [{ month, year, date: month.replace(/month$/, 'date') }] : []
  })
  const byMonth = new Map(pairs.map(({ month, date }) => [month, date]))
  const years = new Set(pairs.map(({ year }) => year))
  return {
    columns: (keys) => keys.filter((key) => !years.has(key)).map((key) => byMonth.get(key) ?? key),
    row: (row) => ({
      ...row,
      ...Object.fromEntries(pairs.map(({ month, year, date }) => [date, isoMonth(row[month], row[year])])),
    }),
  }
}

/** A month of a year in ISO 8601. */
export function isoMonth(month: string | undefined, year: string | undefined): string {
  if (!year) return ''
  return month ? `${year}-${month.padStart(2, '0')}` : year
}
