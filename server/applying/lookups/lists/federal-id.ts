/** The ids of the federal lists: their format, and their length with the leading zeros that spreadsheets remove. */
const ids = {
  ipeds: { written: /^\d{1,6}$/, length: 6 },
  nces: { written: /^\d{5,12}$/, length: 12 },
  pss: { written: /^[A-Z\d]{1,8}$/i, length: 8 },
} as const

export type Federal = keyof typeof ids

/** The id of a school, such as `nces:010000500871`; undefined if the text is not an id. */
export function federalId(source: Federal, given: string): string | undefined {
  const { written, length } = ids[source]
  return written.test(given) ? `${source}:${given.toUpperCase().padStart(length, '0')}` : undefined
}
