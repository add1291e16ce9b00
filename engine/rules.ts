import type { ConditionFor } from './conditions.ts'
import type { Scope } from './scope.ts'

/**
 * What a given answer must satisfy, as data. A rule is judged only when the answer is given; a missing answer is the
 * business of `required`. `message` is said when the rule fails; the question's `invalid` wording when absent.
 */
export type Rule<S extends Scope = Scope> = { readonly message?: string; readonly when?: ConditionFor<S> } & (
  | { readonly rule: 'minLength'; readonly length: number }
  /** The source of a regular expression, read with the `u` flag. */
  | { readonly rule: 'pattern'; readonly pattern: string }
  | {
      readonly rule: 'number'
      readonly min?: number
      readonly max?: number
      readonly step?: number
      readonly decimals?: boolean
    }
  | { readonly rule: 'oneOf'; readonly values: readonly string[] }
  /** Another answer must satisfy this as well. */
  | { readonly rule: 'holds'; readonly condition: ConditionFor<S> }
  | { readonly rule: 'sameAs'; readonly valueKey: string }
  /** A date whose age in whole years lies in [min, max]; `message` for the too young, `unsupported` for the rest. */
  | { readonly rule: 'age'; readonly min: number; readonly max: number; readonly unsupported: string }
)
