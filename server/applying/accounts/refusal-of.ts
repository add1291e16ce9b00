import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import type { Invalid } from './validate-input.ts'

/** How a call about an account can fail as expected. */
export type Refused =
  | Refusal
  | Invalid
  | {
      readonly kind:
        | 'unauthorized'
        | 'wrong_credentials'
        | 'not_confirmed'
        | 'login_code_needed'
        | 'wrong_code'
        | 'expired_code'
        | 'proof_needed'
        | 'used_link'
        | 'expired_link'
        | 'wrong_password'
        | 'taken_email'
    }

export function refusalOf(outcome: Refused): Refusal {
  if (isRefusal(outcome)) return outcome
  return outcome.kind === 'invalid' ? refusal('invalid_fields', { problems: outcome.problems }) : refusal(outcome.kind)
}
