import { canonicalCode } from './canonical-text.ts'

/** Parses a day written as `YYYY-MM-DD`; undefined when the calendar has no such day. */
export function parsedDay(value: string): { year: number; month: number; day: number } | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : undefined
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/**
 * Turns the typed parts of a date into a stored day; '' when they do not form one (requirement 5.application.40). The
 * month may be a name or the first letters of one, at least three.
 */
export function dayFrom(...typed: [year: string, month: string, day: string]): string {
  const [year = '', month = '', day = ''] = typed.map(canonicalCode)
  const name = month.toLowerCase().replace(/\.$/, '')
  const named = months.find(([, label]) => name.length >= 3 && label.toLowerCase().startsWith(name))
  const value = `${year}-${(named?.[0] ?? month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return parsedDay(value) ? value : ''
}

/** Whole years between two days, counted on the birthday (in common years, on March 1 for February 29). */
export function yearsBetween(from: string, to: string): number | undefined {
  const [start, end] = [parsedDay(from), parsedDay(to)]
  if (!start || !end) return undefined
  const before = end.month < start.month || (end.month === start.month && end.day < start.day)
  return end.year - start.year - (before ? 1 : 0)
}

/** English month names with the stored values 1 to 12, preceded by a blank option (requirement 3.options.7). */
export const months = [
  ['', '--'],
  ['1', 'January'],
  ['2', 'February'],
  ['3', 'March'],
  ['4', 'April'],
  ['5', 'May'],
  ['6', 'June'],
  ['7', 'July'],
  ['8', 'August'],
  ['9', 'September'],
  ['10', 'October'],
  ['11', 'November'],
  ['12', 'December'],
] as const
