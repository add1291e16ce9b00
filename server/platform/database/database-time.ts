/** As PostgreSQL writes a time, with a space or as ISO 8601 has it. */
const PATTERN = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(\.\d{1,6})?(Z|[+-]\d\d(:[0-5]\d)?)$/

/**
 * Whether a text that comes back from outside is a time as PostgreSQL wrote it, which it reads again. `Date.parse` takes
 * more than the database does: 30 February, a year alone, years beyond 9999.
 */
export function isDatabaseTime(text: string): boolean {
  const [, year, month, day, hour, minute, second] = (PATTERN.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  // A month has no day 0, and JavaScript takes a year below 100 for one of the twentieth century.
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const isDay = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay
  return (
    isDay &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    !/[+-]1[6-9]|[+-][2-9]/.test(offsetOf(text))
  )
}

const offsetOf = (text: string) => text.slice(19).replace(/^\.\d+/, '')
