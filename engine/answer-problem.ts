import { type AnswerMap, answerTo } from './application.ts'
import { parsedDay, yearsBetween } from './calendar.ts'
import { isEmail, isPhone, isSsn } from './formats.ts'
import { holds } from './holds.ts'
import { optionsOf } from './options-of.ts'
import type { Question } from './questions.ts'
import type { Rule } from './rules.ts'
import { tooLong } from './wording.ts'

/** What is wrong with a given answer: messages, none when it is right. A missing answer is not judged here. */
export function answerProblem(question: Question, value: string, answer: AnswerMap, today: string): readonly string[] {
  const invalid = question.invalid ?? question.message ?? question.label
  const broken = question.rules
    .filter((rule) => (rule.when === undefined || holds(rule.when, answer)) && !isMet(rule, value, answer, today))
    .map((rule) => messageOf(rule, value, today) ?? invalid)
  return [...wrongKind(question, value, today, invalid), ...broken]
}

/** What the kind itself refuses. */
function wrongKind(question: Question, value: string, today: string, invalid: string): readonly string[] {
  const unless = (right: boolean) => (right ? [] : [invalid])
  switch (question.kind) {
    case 'text':
      return lengthOf(value) > question.maxLength ? [tooLong(question.label, question.maxLength)] : []
    case 'paragraph': {
      const limit = Number(question.limit)
      return lengthOf(value) > limit ? [tooLong(question.label, limit)] : []
    }
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
    case 'code':
    case 'password':
      return []
  }
}

/** Characters as a person counts them are close to code points; both sides count the same way. */
const lengthOf = (value: string) => [...value].length

/** Whether a rule is met by a given answer. */
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
      // What is no date at all is the kind's business, said once.
      return age === undefined || (age >= rule.min && isWithin(rule.max, value, age, today))
    }
  }
}

function messageOf(rule: Rule, value: string, today: string): string | undefined {
  if (rule.rule !== 'age') return rule.message
  const age = yearsBetween(value, today)
  return age !== undefined && age < rule.min ? rule.message : rule.unsupported
}

/** No earlier than `max` years ago: the very day is still supported (requirement 5.application.37). */
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
