import type { z } from 'zod'
import type { SecondFactor } from './setting-schemas.ts'
import type { environmentSchema } from './setting-table.ts'
import { startupError } from './startup-error.ts'

/** The OpenID Connect provider with which staff sign in. */
export type StaffProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim whose values institution.json maps to roles. */
  readonly roleClaim: string
  /** What an ID token must say about the sign-in. If unset, nothing. */
  readonly secondFactor: SecondFactor | undefined
}

/** The settings of the provider, undefined if there is none. Incomplete ones are a startup error. */
export function readStaffProvider(value: z.output<typeof environmentSchema>): StaffProviderSettings | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: clientSecret } = value
  if (issuer && clientId && clientSecret) {
    const { STAFF_OIDC_ROLE_CLAIM: roleClaim, STAFF_OIDC_MFA: secondFactor } = value
    return { issuer, clientId, clientSecret, roleClaim, secondFactor }
  }
  const variables = {
    STAFF_OIDC_ISSUER: issuer,
    STAFF_OIDC_CLIENT_ID: clientId,
    STAFF_OIDC_CLIENT_SECRET: clientSecret,
  }
  const given = Object.entries({ ...variables, STAFF_OIDC_MFA: value.STAFF_OIDC_MFA }).find(([, each]) => each)?.[0]
  if (given === undefined) return undefined
  const missing = Object.entries(variables).find(([, each]) => each === undefined)?.[0]
  throw startupError(`${missing} is needed as well when staff sign in with a provider, as ${given} says.`)
}
