import { type AnswerMap, answerTo } from '../../engine/index.ts'
import type { Warnings } from './warnings.ts'

const ENTRIES = ['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}`)

/** A college that is listed twice, said at the later entry. */
export function twiceWarnings(answer: AnswerMap): Warnings {
  const first = new Map<string, number>()
  const warnings: Record<string, string> = {}
  for (const [index, prefix] of ENTRIES.entries()) {
    const name = plain(answerTo(answer, `${prefix}name`))
    if (name === '') continue
    // Two colleges may share a name, but not a place too.
    const college = `${name}, ${plain(answerTo(answer, `${prefix}city`))}, ${answerTo(answer, `${prefix}state`)}`
    const before = first.get(college)
    if (before === undefined) first.set(college, index + 1)
    else warnings[`${prefix}name`] = `This is also College ${before}. List each college once.`
  }
  return warnings
}

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')
