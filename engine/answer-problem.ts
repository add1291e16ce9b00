import { type AnswerMap, answerTo } from './application.ts'
import { parsedDay, yearsBetween } from './calendar.ts'
import { canonicalAnswer } from './canonical-answers.ts'
import { isEmail, isPhone, isSsn } from './formats.ts'
import { holds } from './holds.ts'
import { optionsOf } from './options-of.ts'
import type { Question } from './questions.ts'
import type { Rule } from './rules.ts'
import { labelShown } from './shown.ts'
import { tooLong } from './wording.ts'

/**
 * The messages about a given answer, in its canonical form; empty when it is right. Missing answers are not checked here.
 */
export function answerProblem(question: Question, given: string, answer: AnswerMap, today: string): readonly string[] {
  const value = canonicalAnswer(question, given)
  const invalid = question.invalid ?? question.message ?? question.label
  const broken = question.rules
    .filter((rule) => (rule.when === undefined || holds(rule.when, answer)) && !isMet(rule, value, answer, today))
    .map((rule) => messageOf(rule, value, today) ?? invalid)
  const long = lengthProblem(question, value, answer)
  return [...(long === undefined ? wrongKind(question, value, today, invalid) : [long]), ...broken]
}

/** Checks what the kind of question itself requires. */
function wrongKind(question: Question, value: string, today: string, invalid: string): readonly string[] {
  const unless = (right: boolean) => (right ? [] : [invalid])
  switch (question.kind) {
    case 'email':
      return unless(isEmail(value))
    case 'phone':
      return unless(isPhone(value))
    case 'ssn':
      return unless(isSsn(value))
    case 'date':
      return unless(parsedDay(value) !== undefined)
    case 'choice':
      return unless(optionsOf(question, today).some(([each]) => each === value))
    case 'tick':
      return unless(value === 'true')
    case 'upload':
      return unless(value === 'ANSWERED')
    case 'text':
    case 'paragraph':
    case 'code':
    case 'password':
      return []
  }
}

/** The message about an answer that is longer than its question takes; undefined if it is not. */
export function lengthProblem(question: Question, value: string, answer: AnswerMap): string | undefined {
  if (question.kind !== 'text' && question.kind !== 'paragraph') return undefined
  const limit = question.kind === 'text' ? question.maxLength : Number(question.limit)
  return lengthOf(value) > limit ? tooLong(labelShown(question, answer), limit) : undefined
}

/** Counts code points, which are close to what people see as characters. Browser and server count the same way. */
const lengthOf = (value: string) => [...value].length

/** Whether a given answer satisfies a rule. */
export function isMet(rule: Rule, value: string, answer: AnswerMap, today: string): boolean {
  switch (rule.rule) {
    case 'minLength':
      return lengthOf(value.trim()) >= rule.length
    case 'pattern':
      return patternOf(rule.pattern).test(value)
    case 'number':
      return isNumberWithin(rule, value.trim())
    case 'oneOf':
      return rule.values.includes(value)
    case 'holds':
      return holds(rule.condition, answer)
    case 'sameAs':
      return value === answerTo(answer, rule.valueKey)
    case 'age': {
      const age = yearsBetween(value, today)
      // The check of the kind already reports text that is not a date.
      return age === undefined || (age >= rule.min && isWithin(rule.max, value, age, today))
    }
  }
}

function messageOf(rule: Rule, value: string, today: string): string | undefined {
  if (rule.rule !== 'age') return rule.message
  const age = yearsBetween(value, today)
  return age !== undefined && age < rule.min ? rule.message : rule.unsupported
}

/** At most `max` years ago. A date exactly `max` years ago is still supported (requirement 5.application.37). */
const isWithin = (max: number, value: string, age: number, today: string) =>
  age < max || (age === max && value.slice(5) === today.slice(5))

function isNumberWithin({ min, max, step, decimals = false }: Extract<Rule, { rule: 'number' }>, value: string) {
  if (!(decimals ? /^\d+(\.\d+)?$/ : /^\d+$/).test(value)) return false
  const number = Number(value)
  if (min !== undefined && number < min) return false
  if (max !== undefined && number > max) return false
  return step === undefined || number % step === 0
}

const compiled = new Map<string, RegExp>()
function patternOf(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source, 'u')
  compiled.set(source, known)
  return known
}
