import { type OutlineGroup, type OutlineRow, rowsOf } from './outline.ts'

/**
 * The answers of an address, a school, or a month and year, as the lines of one answer in reading order. Unanswered
 * parts are left out. Returns null when a part is not plain text and so needs its own row.
 */
export function mergedLines(
  group: OutlineGroup,
): { readonly lines: readonly string[]; readonly answered: boolean } | null {
  const rows = rowsOf(group.items)
  const ongoing = group.as === 'monthYear' ? rows.find(({ as }) => as === 'tick') : undefined
  if (ongoing?.answered) return { lines: [`${ongoing.text} ${ongoing.label}`], answered: true }
  const parts = rows.filter((row) => row !== ongoing)
  const [first] = parts
  if (!first || parts.some(({ as }) => as !== 'text')) return null
  const answered = parts.filter((part) => part.answered)
  // The text is the same for every unanswered part.
  if (answered.length === 0) return { lines: [first.text], answered: false }
  const lines: string[] = []
  answered.forEach((part, index) => {
    const separator = separatorBetween(answered[index - 1], part)
    lines.push(separator === null ? partText(part) : `${lines.pop()}${separator}${partText(part)}`)
  })
  return { lines, answered: true }
}

/**
 * Parts that readers of an address or a date recognize without a label; other parts are printed with their label. Told
 * by their keys, because the outline of a signed application was stored without the roles of its questions.
 */
const NEEDS_NO_LABEL = /(^|_)(name|address_line_1|city|state|region|zip|country|month|year)$/
const partText = ({ key, label, text }: OutlineRow) => (NEEDS_NO_LABEL.test(key) ? text : `${label} ${text}`)

/** The separator of parts that share a line (city, state and ZIP; month and year); null for all others. */
function separatorBetween(before: OutlineRow | undefined, part: OutlineRow): string | null {
  const pair = `${before?.key} ${part.key}`
  if (/city \w*(state|region)$/.test(pair)) return ', '
  return /(city|state|region) \w*zip$|month \w*year$/.test(pair) ? ' ' : null
}
