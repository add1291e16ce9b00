const DAY = 86_400_000 // ms

/** The moment at which a day (YYYY-MM-DD) ends in a time zone, also on days when its clocks change. */
export function endOfDay(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  /** How far the clocks there are ahead of UTC at a moment. */
  const ahead = (time: number) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - time
  // Again, because the clocks may change between a guess and the moment. If they change at midnight itself and leave it
  // out, the guesses go to and fro, and the later one is the moment.
  const guess = midnight - ahead(midnight - ahead(midnight))
  return new Date(Math.max(guess, midnight - ahead(guess)))
}
