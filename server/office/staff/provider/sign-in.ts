import type { Kysely } from 'kysely'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import type { StaffRole } from '../../../../api/index.ts'
import { canonicalText } from '../../../../engine/index.ts'
import { endedBefore, inTransaction, type Tables } from '../../../platform/database/index.ts'
import { isRefusal, isStorable, type Refusal, refusal } from '../../../platform/http/index.ts'
import { type KeyRing, sealedSchema, tokenHash } from '../../../platform/secrets/index.ts'
import type { SecondFactor, StaffProviderSettings } from '../../../platform/settings/index.ts'
import { recordStaff } from '../record-staff.ts'
import { type StaffDeps, staffOrigin } from '../staff.ts'
import { rememberPerson } from '../staff-people.ts'
import { beginStaffSession, endSessionsBeyond, STAFF_SESSION_LIFE } from '../staff-sessions.ts'
import {
  isSignInProblem,
  type ProviderClient,
  type SignInProblem,
  signInProblem,
  TOLERANCE,
} from './provider-client.ts'

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
    state: pending.state,
    nonce: pending.nonce,
    // Whoever asks for an age is told when the person last proved who they are.
    max_age: String(isFresh ? 0 : STAFF_SESSION_LIFE / 1000),
    ...(secondFactor?.claim === 'acr' && { acr_values: secondFactor.value }),
  })
  const cookie = sealPending(keyRing, { ...pending, begunAt: now().getTime() })
  return { url: url.href, cookie, seconds: PENDING_LIFE }
}

type SignedIn = { readonly token: string; readonly seconds: number; readonly returnTo: string }

/**
 * Finishes the sign-in of a browser's cookie: `url` is where the provider sent the browser back to, `earlier` the token
 * of the session that it had. The refusal of a person whom the provider names is recorded; anybody can send what proves
 * nothing, which only the metrics count. If the provider is the reason, the `details` say for the log what was wrong.
 */
export async function finishSignIn(
  deps: StaffDeps,
  client: ProviderClient,
  url: URL,
  { signIn: cookie, earlier }: { readonly signIn: string | undefined; readonly earlier: string | undefined },
): Promise<SignedIn | Refusal> {
  const pending = openPending(deps.keyRing, cookie, deps.now())
  if (!pending || url.searchParams.get('state') !== pending.state || !(await isFirstUse(deps, pending)))
    return refusal('ended_staff_sign_in')
  const claims = await claimsFrom(client, url, pending)
  if (isSignInProblem(claims)) return refusal(claims.code, { problem: claims.detail })
  const outcome = await signIn(deps, client, { ...pending, earlier }, claims)
  if (isRefusal(outcome) && outcome.refused === 'missing_staff_role') await endRoles(deps, claims)
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
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
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
  // As old as was asked for at most (max_age); for a fresh sign-in that is not at all, and must be said.
  const oldest = pending.begunAt - (pending.isFresh ? 0 : STAFF_SESSION_LIFE)
  if (provedAt === undefined ? pending.isFresh : (provedAt + TOLERANCE) * 1000 < oldest)
    return refusal('stale_staff_sign_in')
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
      by: 'provider',
      role,
      session: session.sessionId,
      proved_at: signedInAt.toISOString(),
    })
    return { ...session, returnTo: pending.returnTo }
  })
}

async function refused(deps: StaffDeps, refused: Refusal, claims: IDToken): Promise<Refusal> {
  const detail = { reason: refused.refused, ...refused.details, issuer: claims.iss, name: nameIn(claims) }
  await recordStaff(deps.database.db, 'staff sign-in refused', 'provider', claims.sub, detail)
  return refused
}

/** Whoever has no role any more has no session any more either. */
async function endRoles({ database: { db } }: StaffDeps, { iss, sub }: IDToken): Promise<void> {
  const person = db.selectFrom('staff_person').select('id').where('issuer', '=', iss).where('subject', '=', sub)
  const found = await person.executeTakeFirst()
  if (found) await endSessionsBeyond(db, found.id, undefined)
}

/** Roles from the most rights to the fewest. An administrator may read no application, but make others unable to. */
const roleOrder = {
  data_steward: 0,
  processor: 1,
  administrator: 2,
  registrar: 3,
  form_editor: 4,
  viewer: 5,
} as const satisfies Readonly<Record<StaffRole, number>>

type PersonInClaims = { readonly subject: string; readonly name: string; readonly role: StaffRole }

/** Who signed in, by the claims of a valid ID token; a refusal if they may not use the desk, or not this way. */
export function personInClaims(
  claims: IDToken,
  { roleClaim, secondFactor }: Pick<StaffProviderSettings, 'roleClaim' | 'secondFactor'>,
  roles: Readonly<Record<string, StaffRole>>,
): PersonInClaims | Refusal {
  if (secondFactor && !hasSecondFactor(claims, secondFactor)) return refusal('missing_second_factor')
  const role = textsIn(claims[roleClaim])
    .flatMap((value) => (Object.hasOwn(roles, value) ? (roles[value] ?? []) : []))
    .toSorted((one, other) => roleOrder[one] - roleOrder[other])[0]
  if (role === undefined) return refusal('missing_staff_role')
  return { subject: claims.sub, name: nameIn(claims), role }
}

const hasSecondFactor = (claims: IDToken, { claim, value }: SecondFactor) => textsIn(claims[claim]).includes(value)

/** A claim with one value may be a text instead of a list. */
const textsIn = (claim: unknown): readonly string[] => [claim].flat().filter((each) => typeof each === 'string')

/** What the desk shows and the record says. */
function nameIn({ name, preferred_username, sub }: IDToken): string {
  const names = textsIn([name, preferred_username, sub]).map((each) =>
    [...canonicalText(each)].slice(0, 100).join('').trim(),
  )
  return names.find((each) => each !== '') ?? ''
}

/** How long somebody may take to sign in at the provider. */
const PENDING_LIFE = 10 * 60 // s

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** Whether the provider was asked to make the person prove again who they are. */
  isFresh: z.boolean(),
  begunAt: z.number(), // ms
})

/** A sign-in that went to the provider and has not come back; the browser keeps it, encrypted. */
type PendingSignIn = z.output<typeof pendingSchema>

const CONTEXT = 'staff sign-in'

/** The value of the browser's cookie. */
const sealPending = (keyRing: KeyRing, pending: PendingSignIn): string =>
  Buffer.from(JSON.stringify(keyRing.seal(JSON.stringify(pending), CONTEXT))).toString('base64url')

/** Undefined for a value that was not made here, was changed, or is too old. */
function openPending(keyRing: KeyRing, value: string | undefined, now: Date): PendingSignIn | undefined {
  const pending = value === undefined ? undefined : unsealed(keyRing, value)
  const age = pending ? now.getTime() - pending.begunAt : 0
  return age < PENDING_LIFE * 1000 ? pending : undefined
}

function unsealed(keyRing: KeyRing, value: string): PendingSignIn | undefined {
  try {
    const sealed = sealedSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
    return pendingSchema.parse(JSON.parse(keyRing.open(sealed, CONTEXT)))
  } catch {
    return undefined // Anybody can send any cookie.
  }
}

/** Marks a text as used; false if it was already. It is forgotten a day after `until`, when nobody accepts it any more. */
export async function markUsed(db: Kysely<Tables>, text: string, until: Date, now: Date): Promise<boolean> {
  const ended = await endedBefore({ database: { db }, now: () => now })
  await db.deleteFrom('staff_used_once').where('expires_at', '<', ended).execute()
  const used = await db
    .insertInto('staff_used_once')
    .values({ hash: tokenHash(text), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}
