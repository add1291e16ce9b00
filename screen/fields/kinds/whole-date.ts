import { canonicalCode, dayFrom } from '../../../engine/index.ts'

export type DateParts = readonly [month: string, day: string, year: string]

/** Parses a whole date as people in the United States or computers write it; undefined if it is not a date. */
export function wholeDate(text: string): DateParts | undefined {
  const words = canonicalCode(text)
    .toLowerCase()
    .split(/[\s,./-]+/)
  const [first = '', second = '', third = ''] = words
  if (words.length !== 3) return undefined
  if (/^\d{4}$/.test(first)) return valid(second, third, first)
  if (/^\d/.test(first) && /^[a-z]/.test(second)) return valid(second, first, third)
  return valid(first, second, third)
}

const valid = (month: string, day: string, year: string): DateParts | undefined => partsOf(dayFrom(year, month, day))

/** The parts of a stored date as shown in the boxes, without leading zeros. */
export function partsOf(stored: string): DateParts | undefined {
  const [year, month, day] = stored.split('-')
  return year && month && day ? [String(Number(month)), String(Number(day)), year] : undefined
}
