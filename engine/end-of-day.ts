const DAY = 86_400_000 // ms

/** The moment at which a day (YYYY-MM-DD) ends in a time zone, also on days when its clocks change. */
export function endOfDay(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  /** How far the clocks there are ahead of UTC at a moment. */
  const ahead = (time: number) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - time
  // Twice, because the clocks may change between the first guess and the moment.
  return new Date(midnight - ahead(midnight - ahead(midnight)))
}
