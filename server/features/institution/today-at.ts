/** Today's date in a time zone, as YYYY-MM-DD (Q13). */
export const todayAt = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
