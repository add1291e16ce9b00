import { type OutlineGroup, type OutlineRow, rowsOf } from './outline.ts'

/**
 * The answers of an address, a school or a month and year as the lines of one answer, in reading order; nothing but
 * what was answered. null where a part is no plain text, and so needs a row of its own.
 */
export function mergedLines(
  group: OutlineGroup,
): { readonly lines: readonly string[]; readonly answered: boolean } | null {
  const parts = rowsOf(group.items)
  const [first] = parts
  if (!first || parts.some(({ as }) => as !== 'text')) return null
  const answered = parts.filter((part) => part.answered)
  // All unanswered parts say the same.
  if (answered.length === 0) return { lines: [first.text], answered: false }
  const lines: string[] = []
  answered.forEach((part, index) => {
    const joint = jointOf(answered[index - 1], part)
    lines.push(joint === null ? worded(part) : `${lines.pop()}${joint}${worded(part)}`)
  })
  return { lines, answered: true }
}

/** Parts that are known for what they are wherever an address or a date is read; others bring their label along. */
const SPEAKS_FOR_ITSELF = /(^|_)(name|address_line_1|city|state|zip|country|month|year)$/
const worded = ({ key, label, text }: OutlineRow) => (SPEAKS_FOR_ITSELF.test(key) ? text : `${label} ${text}`)

/** City, state and ZIP share a line, and so do month and year; null between parts that do not. */
function jointOf(before: OutlineRow | undefined, part: OutlineRow): string | null {
  const pair = `${before?.key} ${part.key}`
  if (/city \w*state$/.test(pair)) return ', '
  return /(city|state) \w*zip$|month \w*year$/.test(pair) ? ' ' : null
}
