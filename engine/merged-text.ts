import { type OutlineGroup, type OutlineRow, rowsOf } from './outline.ts'

/**
 * The answers of an address, a school or a month and year as the lines of one answer, in reading order; nothing but
 * what was answered. null where a part is no plain text, and so needs a row of its own.
 */
export function mergedText(group: OutlineGroup): { readonly text: string; readonly answered: boolean } | null {
  const parts = rowsOf(group.items)
  const [first] = parts
  if (!first || parts.some(({ as }) => as !== 'text')) return null
  const answered = parts.filter((part) => part.answered)
  // All unanswered parts say the same.
  if (answered.length === 0) return { text: first.text, answered: false }
  const text = answered.map((part, index) => `${index === 0 ? '' : between(answered[index - 1], part)}${worded(part)}`)
  return { text: text.join(''), answered: true }
}

/** Parts that are known for what they are wherever an address or a date is read; others bring their label along. */
const SPEAKS_FOR_ITSELF = /(^|_)(name|address_line_1|city|state|zip|country|month|year)$/
const worded = ({ key, label, text }: OutlineRow) => (SPEAKS_FOR_ITSELF.test(key) ? text : `${label} ${text}`)

/** City, state and ZIP share a line, and so do month and year. */
function between(before: OutlineRow | undefined, part: OutlineRow): string {
  const pair = `${before?.key} ${part.key}`
  if (/city \w*state$/.test(pair)) return ', '
  return /(city|state) \w*zip$|month \w*year$/.test(pair) ? ' ' : '\n'
}
