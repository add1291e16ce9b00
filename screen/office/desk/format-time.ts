import { deadlineInWords } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'

/** A time of the server in the zone of the institution: "Nov 21, 2026, 3:42 PM". Empty for none. */
export const formatTime = (time: string | null): string =>
  time === null ? '' : formatter('short').format(new Date(time))

/** Its day alone: "Nov 21, 2026". */
export const formatDay = (time: string | null): string =>
  time === null ? '' : formatter(undefined).format(new Date(time))

/** "through December 15, 2026": until when something can be done, by the institution's clock. */
export const deadline = (end: string): string => deadlineInWords(new Date(end), pageData().institution.time_zone)

const formatter = (timeStyle: 'short' | undefined) =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: pageData().institution.time_zone,
    ...(timeStyle && { timeStyle }),
  })

/** A date, which has no zone: "Mar 3, 2003". What is not a date is shown as it is. */
export function formatDate(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}
