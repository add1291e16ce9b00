import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { StaffDeps } from '../staff.ts'
import { staffOrigin } from '../staff-origin.ts'
import { STAFF_SESSION_LIFE } from '../staff-sessions.ts'
import { PENDING_LIFE, type PendingSignIn, sealPending } from './pending-sign-in.ts'
import type { ProviderClient } from './provider-client.ts'

/** Where the provider sends the browser back to. */
export const CALLBACK = '/staff/callback'

/**
 * Begins a sign-in: the provider's address to go to, and the cookie that binds it to this browser. With `isFresh` the
 * provider is asked to make the person prove again who they are. Throws if the provider does not answer.
 */
export async function beginSignIn(
  { settings, keyRing, now }: StaffDeps,
  client: ProviderClient,
  { returnTo, isFresh }: Pick<PendingSignIn, 'returnTo' | 'isFresh'>,
): Promise<{ readonly url: string; readonly cookie: string; readonly seconds: number }> {
  const { configuration } = await client.discovered()
  const { roleClaim, secondFactor } = client.settings
  const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), returnTo, isFresh }
  const { scopes_supported: scopes = [] } = configuration.serverMetadata()
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: `${staffOrigin(settings)}${CALLBACK}`,
    // Some providers give a claim only with a scope of its name.
    scope: ['openid', 'profile', ...scopes.filter((scope) => scope === roleClaim)].join(' '),
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...{ state: pending.state, nonce: pending.nonce },
    // Whoever asks for an age is told when the person last proved who they are.
    max_age: String(isFresh ? 0 : STAFF_SESSION_LIFE / 1000),
    ...(secondFactor?.claim === 'acr' && { acr_values: secondFactor.value }),
  })
  const cookie = sealPending(keyRing, { ...pending, begunAt: now().getTime() })
  return { url: url.href, cookie, seconds: PENDING_LIFE }
}
