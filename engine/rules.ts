import type { ConditionFor } from './conditions.ts'
import type { Scope } from './scope.ts'

/**
 * What a given answer must satisfy, as data. Rules apply only to given answers; `required` deals with missing ones.
 * `message` is shown when the rule fails; it defaults to the `invalid` wording of the question.
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
  /** Another answer must satisfy this condition. */
  | { readonly rule: 'holds'; readonly condition: ConditionFor<S> }
  | { readonly rule: 'sameAs'; readonly valueKey: string }
  /** A date whose age in whole years is in [min, max]. `message` is for lower ages, `unsupported` for all others. */
  | { readonly rule: 'age'; readonly min: number; readonly max: number; readonly unsupported: string }
)
