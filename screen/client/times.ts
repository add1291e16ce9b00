import { deadlineInWords, formatDateTime, formatDay } from '../../engine/index.ts'
import { pageData } from './page-data.ts'

// Every time that an applicant reads is the institution's, wherever the device is, and says which zone that is.

const zone = () => pageData().institution.time_zone

/** A moment, such as "November 29, 2026 at 10:15 AM MST". */
export const momentInWords = (at: string): string => formatDateTime(new Date(at), zone())

/** A day, such as "November 29, 2026". */
export const dayInWords = (at: string): string => formatDay(new Date(at), zone())

/** Until when something can be done: "through December 15, 2026". */
export const deadline = (end: string): string => deadlineInWords(new Date(end), zone())
