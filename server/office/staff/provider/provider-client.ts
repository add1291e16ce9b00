import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { StaffProviderSettings } from '../../../platform/settings/index.ts'

/** By how much the provider's clock may differ from ours. */
export const TOLERANCE = 60 // s
const PATIENCE = 10 // s

/** What the provider has said about itself. */
export type Discovered = { readonly configuration: Configuration; readonly keys: JWTVerifyGetKey }

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
