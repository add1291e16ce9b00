import type { StaffReply } from '../../../api/index.ts'
import { deadlineInWords, locale, say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'

type Listed = StaffReply<'findApplications'>['applications'][number]

/** What the codes of the calls are called on the screen. */
export const statusLabels: Readonly<Record<Listed['status'], string>> = {
  started: 'Started',
  validating: 'Missing something',
  submitted: 'Submitted',
  withdrawn: 'Withdrawn',
}

export const handlingLabels: Readonly<Record<Listed['handling']['state'], string>> = {
  new: 'New',
  in_hand: 'In hand',
  handled: 'Handled',
}

export const handedOverLabels: Readonly<Record<Listed['handed_over'], string>> = {
  none: 'Not yet',
  delivered: 'Handed over',
  accepted: 'Accepted',
  suspended: 'Held back there',
  rejected: 'Rejected there',
}

export const pdfLabels: Readonly<Record<Listed['pdf'], string>> = {
  none: 'None',
  waiting: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
}

export const mailLabels: Readonly<Record<Listed['receipt'], string>> = {
  none: 'None',
  waiting: 'Waiting',
  sent: 'Sent',
  refused: 'Refused',
}

export const deliveryLabels: Readonly<Record<StaffReply<'readDelivery'>['state'], string>> = {
  under_way: 'Under way',
  cut_off: 'Cut off, nothing handed over',
  kept: 'Kept on the server',
  sending: 'Being sent',
  not_sent: 'Not sent',
  sent: 'Sent',
}

/** What a system may have besides the application. */
export const includeLabels: Readonly<Record<string, string>> = {
  documents: 'documents',
  application_pdfs: 'application PDFs',
  demographics: 'gender, ethnicity and race',
  ssn: 'Social Security numbers',
}

export const roleLabels = {
  viewer: 'Viewer',
  processor: 'Processor',
  data_steward: 'Data steward',
  form_editor: 'Form editor',
  registrar: 'Registrar',
  administrator: 'Administrator',
} as const

/** "3 attached, 1 failed" */
export function documentsInWords({ attached, waiting, failed }: Listed['documents']): string {
  const parts = [
    attached > 0 && say('{attached} attached', { attached }),
    waiting > 0 && say('{waiting} being converted', { waiting }),
    failed > 0 && say('{failed} failed', { failed }),
  ]
  return listed(parts.filter((part) => part !== false)) || say('None')
}

/** What stands beside each other, such as codes or states. */
export const listed = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(parts)

/** The choices of a table of labels, after one for all of them. */
export const choicesOf = (labels: Readonly<Record<string, string>>, all: string) =>
  [['', all], ...Object.entries(labels)] as readonly (readonly [string, string])[]

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const
const HOUR = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** A time of the server in the zone of the institution: "Nov 21, 2026, 3:42 PM MST". Empty for none. */
export const formatTime = (time: string | null): string => formatted(time, { ...DAY, ...HOUR })

/** Its hour alone: "3:42 PM MST". */
export const formatTimeOfDay = (time: string): string => formatted(time, HOUR)

/** Its day alone: "Nov 21, 2026". */
export const formatDay = (time: string | null): string => formatted(time, DAY)

/** "through December 15, 2026": until when something can be done, by the institution's clock. */
export const deadline = (end: string): string => deadlineInWords(new Date(end), pageData().institution.time_zone)

const formatted = (time: string | null, parts: Intl.DateTimeFormatOptions): string =>
  time === null
    ? ''
    : new Intl.DateTimeFormat(locale(), { ...parts, timeZone: pageData().institution.time_zone }).format(new Date(time))

/** A date, which has no zone: "Mar 3, 2003". What is not a date is shown as it is. */
export function formatDate(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}
