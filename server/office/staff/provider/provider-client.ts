import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
} from 'openid-client'
import type { Logger } from 'pino'
import type { ErrorCode, Institution } from '../../../../api/index.ts'
import { type Settings, type StaffProviderSettings, startupError } from '../../../platform/settings/index.ts'

/** By how much the provider's clock may differ from ours. */
export const TOLERANCE = 60 // s
const PATIENCE = 10 // s

/** What the provider has said about itself. */
type Discovered = { readonly configuration: Configuration; readonly keys: JWTVerifyGetKey }

export type ProviderClient = {
  readonly settings: StaffProviderSettings
  /** Asks the provider about itself, once; throws if it does not answer, and the next call asks again. */
  readonly discovered: () => Promise<Discovered>
  /** After an answer that made no sense: the provider may have changed, so the next call asks again. */
  readonly forget: () => void
}

/** A client of the provider. It sends nothing yet: servers start while the provider is away. */
export function createProviderClient(settings: StaffProviderSettings): ProviderClient {
  let known: Promise<Discovered> | undefined
  const forget = () => {
    known = undefined
  }
  return {
    settings,
    forget,
    discovered: () => {
      known ??= discover(settings).catch((error) => {
        forget()
        throw error
      })
      return known
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: StaffProviderSettings): Promise<Discovered> {
  const server = new URL(issuer)
  // The settings allow an issuer without TLS on this machine only.
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])]
  const metadata = { [clockTolerance]: TOLERANCE }
  const authentication = withSecret(clientSecret)
  const configuration = await discovery(server, clientId, metadata, authentication, { execute, timeout: PATIENCE })
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) throw new Error('The provider names no address of its keys.')
  return { configuration, keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: PATIENCE * 1000 }) }
}

/** In the body where the provider takes it there: in a header, providers disagree about escaping its characters. */
const withSecret =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...request)
  }

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
  'fetch failed',
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * Throws a startup error if staff sign in with a provider and nobody could have a role. Warns if they need no second
 * factor.
 */
export function checkStaffProvider(
  { staffProvider }: Pick<Settings, 'staffProvider'>,
  { staff }: Institution,
  log: Pick<Logger, 'warn'>,
): void {
  if (!staffProvider) return
  if (Object.keys(staff?.roles ?? {}).length === 0)
    throw startupError(
      'INSTITUTION_FILE gives nobody a role at the staff desk: STAFF_OIDC_ISSUER needs staff.roles, such as { "adm-viewers": "viewer" }.',
    )
  if (!staffProvider.secondFactor)
    log.warn('Staff sign in without proof of a second factor, because STAFF_OIDC_MFA is unset.')
}
