const DAY = 86_400_000 // ms

/** The moment at which a day (YYYY-MM-DD) ends in a time zone, also on days when its clocks change. */
export function endOfDay(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  /** When it is midnight, if the clocks there are as far ahead of UTC as at a moment. */
  const midnightAs = (time: number) => time + midnight - Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
  // Again, because the clocks may change between a guess and the moment. If they change at midnight itself and leave it
  // out, the guesses go to and fro, and the later one is the moment.
  const guess = midnightAs(midnightAs(midnight))
  return new Date(Math.max(guess, midnightAs(guess)))
}
