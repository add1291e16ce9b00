import { type AnswerMap, answerTo, isGiven } from './application.ts'
import { parsedDay, yearsBetween } from './calendar.ts'

/** The parts of a question that a condition needs. */
type Referable = { readonly key: string; readonly scope: Scope; readonly kind: string }

/**
 * Conditions are plain data in the required shape `{ valueKey, operator, target }` (requirement 3.state.12). `S` is
 * 'entry' for a condition on a sibling inside a repeated or prefixed block, and never otherwise. A form condition can
 * be used inside an entry, but an entry condition cannot be used outside its block.
 */
type Condition<S extends 'entry' = never> =
  | Comparison<S>
  | Count
  | { readonly operator: 'all' | 'any'; readonly conditions: readonly Condition<S>[] }
  | { readonly operator: 'not'; readonly condition: Condition<S> }

type Comparison<S extends 'entry'> = { readonly valueKey: string; readonly scope?: S } & (
  | { readonly operator: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte'; readonly target: string }
  | { readonly operator: 'in' | 'notIn'; readonly target: readonly string[] }
  | { readonly operator: 'answered' | 'notAnswered' }
  /**
   * How old somebody with this date of birth is on a day (YYYY-MM-DD), the same on every device and on every day: at least
   * so many years, or under so many.
   */
  | { readonly operator: 'age'; readonly on: string; readonly least: number; readonly under?: undefined }
  | { readonly operator: 'age'; readonly on: string; readonly least?: undefined; readonly under: number }
)

/** How many of these questions are answered: ticks of a group, or the entries of a block by what each begins with. */
type Count = {
  readonly operator: 'count'
  readonly counted: readonly string[]
  readonly least?: number | undefined
  readonly most?: number | undefined
}

/** A condition of either scope, as the walk and the checks take it. */
export type AnyCondition = Condition<'entry'>

/** The conditions that may guard items of a scope: form items accept form conditions, and entry items accept both. */
export type ConditionFor<S extends Scope> = Condition<S extends 'entry' ? 'entry' : never>

/** The values a question can have: its option values, 'true' for a checkbox, any text otherwise. */
type TargetOf<Q> = Q extends { readonly kind: 'choice'; readonly values: readonly (infer Value extends string)[] }
  ? Value
  : Q extends { readonly kind: 'tick' }
    ? 'true'
    : string

type Sibling<Q extends Referable> = Q['scope'] extends 'entry' ? 'entry' : never
type ConditionOn<Q extends Referable> = Condition<Sibling<Q>>

function referenceTo<Q extends Referable>(question: Q): { readonly valueKey: string; readonly scope?: Sibling<Q> } {
  // The compiler cannot narrow the conditional type by the run-time scope, although both mean the same.
  return (question.scope === 'entry' ? { valueKey: question.key, scope: 'entry' } : { valueKey: question.key }) as {
    readonly valueKey: string
    readonly scope?: Sibling<Q>
  }
}

const comparison =
  (operator: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte') =>
  <const Q extends Referable>(question: Q, target: TargetOf<NoInfer<Q>>): ConditionOn<Q> => ({
    ...referenceTo(question),
    operator,
    target,
  })

const listComparison =
  (operator: 'in' | 'notIn') =>
  <const Q extends Referable>(question: Q, ...target: readonly TargetOf<NoInfer<Q>>[]): ConditionOn<Q> => ({
    ...referenceTo(question),
    operator,
    target,
  })

const answerCheck =
  (operator: 'answered' | 'notAnswered') =>
  <const Q extends Referable>(question: Q): ConditionOn<Q> => ({ ...referenceTo(question), operator })

/** The answer is exactly this value. */
export const is = comparison('equals')

/** The answer is anything but this value, or there is no answer. */
export const isNot = comparison('notEquals')

/** Compares numbers as numbers and ISO dates as dates. Unanswered and all other values are never less or more. */
export const isLessThan = comparison('lt')
export const isAtMost = comparison('lte')
export const isMoreThan = comparison('gt')
export const isAtLeast = comparison('gte')

/** The answer is one of these values. */
export const isOneOf = listComparison('in')

/** The answer is none of these values, or there is no answer. */
export const isNoneOf = listComparison('notIn')
export const isAnswered = answerCheck('answered')
export const isNotAnswered = answerCheck('notAnswered')

const combination =
  (operator: 'all' | 'any') =>
  <S extends 'entry' = never>(...conditions: readonly Condition<S>[]): Condition<S> => ({ operator, conditions })

/** All of these conditions hold. */
export const all = combination('all')

/** At least one of these conditions holds. */
export const any = combination('any')

/** This condition does not hold. */
export const not = <S extends 'entry' = never>(condition: Condition<S>): Condition<S> => ({
  operator: 'not',
  condition,
})

/** The keys whose answers decide whether a condition holds. */
export function keysAsked(condition: AnyCondition): readonly string[] {
  if ('conditions' in condition) return condition.conditions.flatMap(keysAsked)
  if (condition.operator === 'count') return condition.counted
  return condition.operator === 'not' ? keysAsked(condition.condition) : [condition.valueKey]
}

/** 'entry' marks what is written once, with short keys, inside a repeated or prefixed block, which adds the prefix. */
export type Scope = 'form' | 'entry'

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
    case 'count': {
      const count = condition.counted.filter((key) => isGiven(answer[key])).length
      return count >= (condition.least ?? 0) && count <= (condition.most ?? count)
    }
    case 'answered':
      return isGiven(answer[condition.valueKey])
    case 'notAnswered':
      return !isGiven(answer[condition.valueKey])
    case 'age': {
      const { on, least = 0, under = Number.POSITIVE_INFINITY } = condition
      const age = yearsBetween(answerTo(answer, condition.valueKey), on)
      return age !== undefined && age >= least && age < under
    }
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
