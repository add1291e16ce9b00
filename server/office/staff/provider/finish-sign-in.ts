import { authorizationCodeGrant, type IDToken } from 'openid-client'
import { inTransaction } from '../../../platform/database/index.ts'
import { isRefusal, isStorable, type Refusal, refusal } from '../../../platform/http/index.ts'
import { recordStaff } from '../record-staff.ts'
import type { StaffDeps } from '../staff.ts'
import { rememberPerson } from '../staff-people.ts'
import { beginStaffSession, STAFF_SESSION_LIFE } from '../staff-sessions.ts'
import { markUsed } from './mark-used.ts'
import { openPending, PENDING_LIFE, type PendingSignIn } from './pending-sign-in.ts'
import { nameIn, personInClaims } from './person-in-claims.ts'
import { type ProviderClient, TOLERANCE } from './provider-client.ts'
import { isSignInProblem, type SignInProblem, signInProblem } from './sign-in-problem.ts'

type SignedIn = { readonly token: string; readonly seconds: number; readonly returnTo: string }

/**
 * Finishes the sign-in of a browser's cookie: `url` is where the provider sent the browser back to, `earlier` the token
 * of the session that it had. A refusal is recorded, and ends no session; if the provider is the reason, its `details`
 * say for the log what was wrong.
 */
export async function finishSignIn(
  deps: StaffDeps,
  client: ProviderClient,
  url: URL,
  { signIn: cookie, earlier }: { readonly signIn: string | undefined; readonly earlier: string | undefined },
): Promise<SignedIn | Refusal> {
  const pending = openPending(deps.keyRing, cookie, deps.now())
  if (!pending || url.searchParams.get('state') !== pending.state || !(await isFirstUse(deps, pending)))
    return refused(deps, refusal('ended_staff_sign_in'))
  const claims = await claimsFrom(client, url, pending)
  if (isSignInProblem(claims)) return refused(deps, refusal(claims.code, { problem: claims.detail }))
  const outcome = await signIn(deps, client, { ...pending, earlier }, claims)
  return isRefusal(outcome) ? refused(deps, outcome, claims) : outcome
}

/**
 * Whether a browser's cookie is of another sign-in than the one that comes back: one that began since in another tab, and
 * can still be finished there.
 */
export function isOfOtherTab(
  { keyRing, now }: Pick<StaffDeps, 'keyRing' | 'now'>,
  url: URL,
  cookie: string | undefined,
): boolean {
  const pending = openPending(keyRing, cookie, now())
  return pending !== undefined && url.searchParams.get('state') !== pending.state
}

/** The encrypted cookie could be sent twice. */
function isFirstUse({ database, now }: StaffDeps, { state, begunAt }: PendingSignIn): Promise<boolean> {
  const until = new Date(begunAt + PENDING_LIFE * 1000)
  return markUsed(database.db, `sign-in ${state}`, until, now())
}

/** The claims of the ID token, once its signature, issuer, audience, nonce and times are what they must be. */
async function claimsFrom(client: ProviderClient, url: URL, pending: PendingSignIn): Promise<IDToken | SignInProblem> {
  try {
    const { configuration } = await client.discovered()
    const checks = {
      ...{ pkceCodeVerifier: pending.verifier, expectedState: pending.state, expectedNonce: pending.nonce },
      idTokenExpected: true,
    }
    const claims = (await authorizationCodeGrant(configuration, url, checks)).claims()
    if (!claims || !isStorable(claims)) throw new Error('The ID token has claims that cannot be stored.')
    return claims
  } catch (error) {
    client.forget()
    return signInProblem(error)
  }
}

async function signIn(
  deps: StaffDeps,
  { settings }: ProviderClient,
  pending: PendingSignIn & { readonly earlier: string | undefined },
  claims: IDToken,
) {
  const person = personInClaims(claims, settings, deps.institution.staff?.roles ?? {})
  if (isRefusal(person)) return person
  const { auth_time: provedAt } = claims
  const isStale = provedAt === undefined || (provedAt + TOLERANCE) * 1000 < pending.begunAt
  if (pending.isFresh && isStale) return refusal('stale_staff_sign_in')
  const now = deps.now()
  // A provider that does not say when was asked only that it be no longer ago than this. Its clock may be ahead of ours.
  const provedSeconds = provedAt ?? claims.iat - STAFF_SESSION_LIFE / 1000
  const signedInAt = new Date(Math.min(provedSeconds * 1000, now.getTime()))
  return inTransaction(deps.database.db, async (transaction) => {
    const { name, subject, role } = person
    const personId = await rememberPerson(transaction, { issuer: claims.iss, subject, name, role }, now)
    if (personId === undefined) return refusal('staff_access_ended')
    const providerSession = typeof claims.sid === 'string' ? claims.sid : undefined
    const { earlier } = pending
    const session = await beginStaffSession(transaction, { personId, role, signedInAt, providerSession, earlier }, now)
    await recordStaff(transaction, 'staff signed in', { id: personId, name }, String(personId), {
      ...{ by: 'provider', role, session: session.sessionId, proved_at: signedInAt.toISOString() },
    })
    return { ...session, returnTo: pending.returnTo }
  })
}

async function refused(deps: StaffDeps, refused: Refusal, claims?: IDToken): Promise<Refusal> {
  const who = claims && { issuer: claims.iss, name: nameIn(claims) }
  const detail = { reason: refused.refused, ...refused.details, ...who }
  await recordStaff(deps.database.db, 'staff sign-in refused', 'provider', claims?.sub ?? 'unknown', detail)
  return refused
}
