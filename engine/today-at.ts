const formats = new Map<string, Intl.DateTimeFormat>() // making one costs as much as a query

/** Today's date in a time zone, as YYYY-MM-DD (Q13). */
export function todayAt(timeZone: string, now: Date): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(now)
}
