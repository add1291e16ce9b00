import type { AnswerMap } from '../../engine/index.ts'
import { addressWarnings } from './address-warnings.ts'
import { dateWarnings } from './date-warnings.ts'
import { gradeWarnings } from './grade-warnings.ts'
import { scoreWarnings } from './score-warnings.ts'
import { twiceWarnings } from './twice-warnings.ts'
import type { Warnings } from './warnings.ts'

/**
 * What an office would ask about: answers that are allowed but can hardly be meant. A warning never keeps anybody from
 * submitting, and the same answers have the same warnings. `today` is YYYY-MM-DD.
 */
export const warningsIn = (answer: AnswerMap, today: string): Warnings => ({
  ...dateWarnings(answer, today),
  ...gradeWarnings(answer),
  ...scoreWarnings(answer),
  ...twiceWarnings(answer),
  ...addressWarnings(answer),
  ...ssnWarnings(answer),
})

/** Numbers that the Social Security Administration gives to nobody. A masked number is not one of them. */
function ssnWarnings({ ssn = '' }: AnswerMap): Warnings {
  const [, area = '', group, serial] = /^(\d{3})-?(\d{2})-?(\d{4})$/.exec(ssn.trim()) ?? []
  if (group === undefined) return {}
  const isNobodys = area === '000' || area === '666' || group === '00' || serial === '0000' || PRINTED.includes(ssn)
  if (area.startsWith('9'))
    return { ssn: 'A Social Security Number doesn’t begin with 9. An ITIN doesn’t belong here.' }
  return isNobodys ? { ssn: 'Nobody has this number. Please check it, or leave this empty.' } : {}
}

/** Printed on sample cards and in advertisements, and typed from them ever since. */
const PRINTED = ['078-05-1120', '219-09-9999']
