import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { ErrorCode } from '../../../../api/index.ts'

/** What went wrong with the provider: the code of a refusal, and what the log may say about it. */
export type SignInProblem = { readonly code: ErrorCode; readonly detail: string }

/** Names what the library threw. Errors hold tokens and codes in their causes, so nothing else of them is logged. */
export function signInProblem(error: unknown): SignInProblem {
  if (error instanceof AuthorizationResponseError)
    return { code: denials[error.error] ?? 'denied_staff_sign_in', detail: 'refused by the provider' }
  if (error instanceof ResponseBodyError) {
    // An invalid grant is a code that has expired, was used or was revoked.
    const isAway = error.status >= 500
    const code = isAway ? 'staff_provider_away' : (denials[error.error] ?? 'unusable_staff_sign_in')
    return { code, detail: `${error.status} ${error.error}`.slice(0, 100) }
  }
  const detail = error instanceof Error ? codeOf(error) : 'no error'
  return { code: away.has(detail) ? 'staff_provider_away' : 'unusable_staff_sign_in', detail }
}

export const isSignInProblem = (value: object): value is SignInProblem => 'code' in value && 'detail' in value

/** Errors of OAuth and OpenID Connect. */
const denials: Readonly<Record<string, ErrorCode>> = {
  invalid_grant: 'ended_staff_sign_in',
  unmet_authentication_requirements: 'missing_second_factor',
  temporarily_unavailable: 'staff_provider_away',
  server_error: 'staff_provider_away',
}

const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 100)

/** `fetch failed` is what Node says of every connection that does not come about. */
const away: ReadonlySet<string> = new Set([
  ...['fetch failed', 'OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
  'OAUTH_PARSE_ERROR',
])
