import { type AnswerMap, answerTo } from '../../engine/index.ts'
import type { Warnings } from './warnings.ts'

/** Months before the applicant's birth, still to come, or in the wrong order. */
export function dateWarnings(answer: AnswerMap, today: string): Warnings {
  const born = answerTo(answer, 'birth_date')
  const warnings: Record<string, string> = {}
  for (const yearKey of Object.keys(answer)) {
    const [, prefix] = /^(.+_)year$/.exec(yearKey) ?? []
    if (prefix === undefined || OF_OTHERS.test(prefix)) continue
    const month = monthAt(prefix, answer)
    if (month === undefined) continue
    const begin = startOf(prefix, answer)
    if (born !== '' && month.latest < born.slice(0, 7))
      warnings[`${prefix}month`] = `This is before you were born. Please check the year.`
    else if (IS_PLANNED.test(prefix)) {
      if (month.latest < today.slice(0, 7)) warnings[`${prefix}month`] = 'This month is over. Please check it.'
    } else if (month.earliest > today.slice(0, 7))
      warnings[`${prefix}month`] = 'This month is still to come. Please check it.'
    else if (begin !== undefined && month.latest < begin.earliest)
      warnings[`${prefix}month`] = 'This ends before it begins. Please check both dates.'
  }
  return warnings
}

// Years of parents, who were there first, and the year of a tax return.
const OF_OTHERS = /^(parent_|instate_parent_|instate_tax_)/
const IS_PLANNED = /(_plan_|_expected_)$/

type Span = { readonly earliest: string; readonly latest: string }

/** A month as YYYY-MM. Without the month it may be any of the year. */
function monthAt(prefix: string, answer: AnswerMap): Span | undefined {
  const year = answerTo(answer, `${prefix}year`)
  const month = answerTo(answer, `${prefix}month`).padStart(2, '0')
  if (!/^\d{4}$/.test(year)) return undefined
  return month === '00'
    ? { earliest: `${year}-01`, latest: `${year}-12` }
    : { earliest: `${year}-${month}`, latest: `${year}-${month}` }
}

/** The month in which the period began that ends at this prefix. */
function startOf(prefix: string, answer: AnswerMap): Span | undefined {
  const start = prefix.replace(/_to_$/, '_from_').replace(/_end_$/, '_start_')
  return start === prefix ? undefined : monthAt(start, answer)
}
