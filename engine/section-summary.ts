import { type Application, answerTo, isGiven } from './application.ts'
import type { Section } from './blocks.ts'
import { parsedDay } from './calendar.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'
import { labelOf } from './options-of.ts'
import type { Question } from './questions.ts'
import { questionsShown } from './walk.ts'

/** What one line says about a section: its first telling answers, and how many answers it has. */
type SectionSummary = { readonly answers: readonly string[]; readonly count: number }

const MOST = 4

/**
 * Sums up a section by the answers that speak for themselves: names, places, days and choices from a list. A Yes says
 * nothing without its question, and a sensitive answer is nobody else's business who sees the screen.
 */
export function sectionSummary(form: Form, { keys }: Section, application: Application): SectionSummary {
  const own = new Set<string>(keys)
  const months = monthsIn(form)
  const answered = questionsShown(form, application)
    .map(({ question }) => question)
    .filter(({ key }) => own.has(key) && isGiven(application.answer[key]))
  const telling = answered.filter(
    (question) => question.care === 'none' && !months.has(question.key) && isTelling(question),
  )
  return { answers: telling.slice(0, MOST).map((question) => readable(question, application)), count: answered.length }
}

/** The parts of a month and year, which say nothing one by one. */
const monthsIn = (form: Form): ReadonlySet<string> =>
  new Set(everyItem(form).flatMap((item) => (item.kind === 'monthYear' ? item.keys : [])))

function isTelling(question: Question): boolean {
  if (question.kind === 'choice') return question.as !== 'radio'
  return ['text', 'email', 'phone', 'date'].includes(question.kind)
}

function readable(question: Question, { answer }: Application): string {
  const value = answerTo(answer, question.key).trim()
  if (question.kind === 'choice') return labelOf(question, value)
  const day = question.kind === 'date' ? parsedDay(value) : undefined
  return day ? `${day.month}/${day.day}/${day.year}` : value
}
