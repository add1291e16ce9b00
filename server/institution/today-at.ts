/** The day it is in a time zone, as YYYY-MM-DD (decision: the institution's day rules, not the server's). */
export const todayAt = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
