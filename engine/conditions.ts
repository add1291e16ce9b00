import type { Scope } from './scope.ts'

/** The parts of a question that a condition needs. */
type Referable = { readonly key: string; readonly scope: Scope; readonly kind: string }

/**
 * Conditions are plain data in the required shape `{ valueKey, operator, target }` (requirement 3.state.12). `S` is
 * 'entry' for a condition on a sibling inside a repeated or prefixed block, and never otherwise. A form condition can
 * be used inside an entry, but an entry condition cannot be used outside its block.
 */
export type Condition<S extends 'entry' = never> =
  | Comparison<S>
  | { readonly operator: 'all' | 'any'; readonly conditions: readonly Condition<S>[] }
  | { readonly operator: 'not'; readonly condition: Condition<S> }

type Comparison<S extends 'entry'> = { readonly valueKey: string; readonly scope?: S } & (
  | { readonly operator: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte'; readonly target: string }
  | { readonly operator: 'in' | 'notIn'; readonly target: readonly string[] }
  | { readonly operator: 'answered' | 'notAnswered' }
)

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
  return condition.operator === 'not' ? keysAsked(condition.condition) : [condition.valueKey]
}
