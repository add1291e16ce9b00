import { canonicalCode } from './canonical-text.ts'
import { locale, say } from './words.ts'

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
 * month may be a name, in English or the language of who types, or the first letters of one, at least three.
 */
export function dayFrom(...typed: [year: string, month: string, day: string]): string {
  const [year = '', month = '', day = ''] = typed.map(canonicalCode)
  const name = month.toLowerCase().replace(/\.$/, '')
  const isOf = (label: string) => label.toLowerCase().startsWith(name)
  const named = months.find(([, label]) => name.length >= 3 && (isOf(label) || isOf(say(label))))
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

const DAY = 86_400_000 // ms

/** The moment at which a day (YYYY-MM-DD) ends in a time zone, also on days when its clocks change. */
export const endOfDay = (timeZone: string, day: string): Date =>
  momentIn(timeZone, Date.parse(`${day}T00:00:00Z`) + DAY)

/** The moment at which the clocks of a time zone show what those of UTC show at `clock`, also when they change. */
export function momentIn(timeZone: string, clock: number): Date {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  /** When they show it, if they are as far ahead of UTC as at a moment. */
  const momentAs = (time: number) => time + clock - Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
  // Again, because the clocks may change between a guess and the moment. If they leave out what is looked for, such as
  // midnight, the guesses go to and fro, and the later one is the moment.
  const guess = momentAs(momentAs(clock))
  return new Date(Math.max(guess, momentAs(guess)))
}

const formats = new Map<string, Intl.DateTimeFormat>() // making one costs as much as a query

/** Today's date in a time zone, as YYYY-MM-DD (Q13). */
export function todayAt(timeZone: string, now: Date): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(now)
}

const MINUTE = 60_000 // ms

/**
 * Until when something can be done: "through December 15, 2026" where it ends with that day in the time zone, and else
 * "until December 15, 2026 at 3:42 PM MST". A sentence is better written twice, with `isEndOfDay` and `endInWords`.
 */
export function deadlineInWords(end: Date, timeZone: string): string {
  const words = { end: endInWords(end, timeZone) }
  return isEndOfDay(end, timeZone) ? say('through {end}', words) : say('until {end}', words)
}

/** The same for a sentence that has a word of its own before it. */
export const endInWords = (end: Date, timeZone: string): string =>
  isEndOfDay(end, timeZone) ? formatDay(justBefore(end), timeZone) : formatDateTime(end, timeZone)

/** Whether it is the end of a day, or in its last minute. */
export const isEndOfDay = (end: Date, timeZone: string): boolean =>
  endOfDay(timeZone, todayAt(timeZone, justBefore(end))).getTime() - end.getTime() <= MINUTE

const justBefore = (end: Date) => new Date(end.getTime() - 1)

/** A date such as "November 14, 2026". */
export const formatDay = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone, dateStyle: 'long' }).format(time)

/** A date and time with its zone, such as "November 14, 2026 at 3:42 PM MST", for mails and application PDFs. */
export const formatDateTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(time)
    .replaceAll('\u202f', ' ') // ICU's narrow space before AM and PM, which some mail programs draw as a box
