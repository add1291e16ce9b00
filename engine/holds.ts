import { type AnswerMap, answerTo, isGiven } from './application.ts'
import { parsedDay } from './calendar.ts'
import type { AnyCondition } from './conditions.ts'

/**
 * Whether a condition is true of these answers (requirements 3.state.13 and 5.application.67). An unanswered question
 * is never less or more.
 */
export function holds(condition: AnyCondition, answer: AnswerMap): boolean {
  switch (condition.operator) {
    case 'all':
      return condition.conditions.every((each) => holds(each, answer))
    case 'any':
      return condition.conditions.some((each) => holds(each, answer))
    case 'not':
      return !holds(condition.condition, answer)
    case 'answered':
      return isGiven(answer[condition.valueKey])
    case 'notAnswered':
      return !isGiven(answer[condition.valueKey])
    case 'equals':
      return answerTo(answer, condition.valueKey) === condition.target
    case 'notEquals':
      return answerTo(answer, condition.valueKey) !== condition.target
    case 'in':
      return condition.target.includes(answerTo(answer, condition.valueKey))
    case 'notIn':
      return !condition.target.includes(answerTo(answer, condition.valueKey))
    case 'lt':
      return compared(answerTo(answer, condition.valueKey), condition.target, (difference) => difference < 0)
    case 'lte':
      return compared(answerTo(answer, condition.valueKey), condition.target, (difference) => difference <= 0)
    case 'gt':
      return compared(answerTo(answer, condition.valueKey), condition.target, (difference) => difference > 0)
    case 'gte':
      return compared(answerTo(answer, condition.valueKey), condition.target, (difference) => difference >= 0)
  }
}

function compared(value: string, target: string, matches: (difference: number) => boolean): boolean {
  const left = magnitude(value)
  const right = magnitude(target)
  // A number is never compared with a date.
  return left !== undefined && right !== undefined && left.measure === right.measure && matches(left.size - right.size)
}

/** The size of a number or of a calendar day (its position in the calendar); undefined for anything else. */
function magnitude(value: string): { measure: 'number' | 'date'; size: number } | undefined {
  const text = value.trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) return { measure: 'number', size: Number(text) }
  const date = parsedDay(text)
  return date && { measure: 'date', size: (date.year * 12 + date.month) * 31 + date.day }
}
