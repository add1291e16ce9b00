import { type AnswerMap, answerTo } from '../../engine/index.ts'
import type { Warnings } from './warnings.ts'

type Scale = { readonly from: number; readonly to: number; readonly step: number; readonly words: string }

/** The scales of English tests in 2026, as their owners publish them. */
const scales: Readonly<Record<string, readonly Scale[]>> = {
  TOEFL: [
    { from: 1, to: 6, step: 0.5, words: 'TOEFL scores are 1 to 6 in half points, or 0 to 120.' },
    { from: 0, to: 120, step: 1, words: '' },
  ],
  IELTS: [{ from: 0, to: 9, step: 0.5, words: 'IELTS scores are 0 to 9, in half points.' }],
  DUOLINGO: [{ from: 10, to: 160, step: 5, words: 'Duolingo scores are 10 to 160, in steps of 5.' }],
  PTE: [{ from: 10, to: 90, step: 1, words: 'PTE scores are 10 to 90.' }],
  CAMBRIDGE: [{ from: 80, to: 230, step: 1, words: 'Cambridge English Scale scores are 80 to 230.' }],
}

/** TOEFL scores are 1 to 6 on tests since January 21, 2026; reports show 0 to 120 beside it until 2028. */
const NEW_TOEFL = 2026

/** Scores outside the scale of their test, and an SAT total that its parts do not add up to. */
export function scoreWarnings(answer: AnswerMap): Warnings {
  return { ...englishWarnings(answer), ...satWarnings(answer) }
}

function englishWarnings(answer: AnswerMap): Warnings {
  const text = answerTo(answer, 'intl_test_score').trim()
  const test = answerTo(answer, 'intl_test')
  const known = scales[test]
  const score = Number(text)
  if (known === undefined || text === '' || Number.isNaN(score)) return {}
  if (!known.some((scale) => isOn(scale, score))) return { intl_test_score: `${known[0]?.words} Please check yours.` }
  const year = Number(answerTo(answer, 'intl_test_year'))
  return test === 'TOEFL' && score <= 6 && year > 0 && year < NEW_TOEFL
    ? { intl_test_score: `Before ${NEW_TOEFL}, TOEFL scores were 0 to 120. Please check yours.` }
    : {}
}

const isOn = ({ from, to, step }: Scale, score: number) => score >= from && score <= to && score % step === 0

function satWarnings(answer: AnswerMap): Warnings {
  const [total, reading, math] = ['total', 'reading_writing', 'math'].map((part) =>
    answerTo(answer, `sat_score_${part}`).trim(),
  )
  if (!total) return {}
  const year = Number(answerTo(answer, 'sat_test_year'))
  if (year > 0 && year < 2016) return {} // another scale, of three parts
  if (reading && math && Number(total) !== Number(reading) + Number(math))
    return { sat_score_total: `Your two scores add up to ${Number(reading) + Number(math)}. Please check the total.` }
  return Number(total) < 400 || Number(total) > 1600
    ? { sat_score_total: 'SAT totals are 400 to 1600. Please check yours.' }
    : {}
}
