import { endOfDay } from './end-of-day.ts'
import { todayAt } from './today-at.ts'

const MINUTE = 60_000 // ms

/**
 * Until when something can be done: "through December 15, 2026" where it ends with that day in the time zone, and else
 * "until December 15, 2026 at 3:42 PM MST".
 */
export const deadlineInWords = (end: Date, timeZone: string): string =>
  `${isEndOfDay(end, timeZone) ? 'through' : 'until'} ${endInWords(end, timeZone)}`

/** The same for a sentence that has a word of its own before it. */
export const endInWords = (end: Date, timeZone: string): string =>
  isEndOfDay(end, timeZone) ? formatDay(justBefore(end), timeZone) : formatDateTime(end, timeZone)

/** Whether it is the end of a day, or in its last minute. */
const isEndOfDay = (end: Date, timeZone: string): boolean =>
  endOfDay(timeZone, todayAt(timeZone, justBefore(end))).getTime() - end.getTime() <= MINUTE

const justBefore = (end: Date) => new Date(end.getTime() - 1)

/** A date such as "November 14, 2026". */
export const formatDay = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(time)

/** A date and time with its zone, such as "November 14, 2026 at 3:42 PM MST", for mails and application PDFs. */
export const formatDateTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
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
