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
type About<Q extends Referable> = Condition<Sibling<Q>>

function about<Q extends Referable>(question: Q): { readonly valueKey: string; readonly scope?: Sibling<Q> } {
  // The compiler cannot narrow the conditional type by the run-time scope, although both mean the same.
  return (question.scope === 'entry' ? { valueKey: question.key, scope: 'entry' } : { valueKey: question.key }) as {
    readonly valueKey: string
    readonly scope?: Sibling<Q>
  }
}

const comparing =
  (operator: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte') =>
  <const Q extends Referable>(question: Q, target: TargetOf<NoInfer<Q>>): About<Q> => ({
    ...about(question),
    operator,
    target,
  })
const listing =
  (operator: 'in' | 'notIn') =>
  <const Q extends Referable>(question: Q, ...target: readonly TargetOf<NoInfer<Q>>[]): About<Q> => ({
    ...about(question),
    operator,
    target,
  })
const giving =
  (operator: 'answered' | 'notAnswered') =>
  <const Q extends Referable>(question: Q): About<Q> => ({ ...about(question), operator })

/** The answer is exactly this value. */
export const is = comparing('equals')
/** The answer is anything but this value, or there is no answer. */
export const isNot = comparing('notEquals')
/** Compares numbers as numbers and ISO dates as dates. Unanswered and all other values are never less or more. */
export const isLessThan = comparing('lt')
export const isAtMost = comparing('lte')
export const isMoreThan = comparing('gt')
export const isAtLeast = comparing('gte')
/** The answer is one of these values. */
export const isOneOf = listing('in')
/** The answer is none of these values, or there is no answer. */
export const isNoneOf = listing('notIn')
export const isAnswered = giving('answered')
export const isNotAnswered = giving('notAnswered')

const joining =
  (operator: 'all' | 'any') =>
  <S extends 'entry' = never>(...conditions: readonly Condition<S>[]): Condition<S> => ({ operator, conditions })

/** All of these conditions hold. */
export const all = joining('all')
/** At least one of these conditions holds. */
export const any = joining('any')
/** This condition does not hold. */
export const not = <S extends 'entry' = never>(condition: Condition<S>): Condition<S> => ({
  operator: 'not',
  condition,
})
