import type { FastifyBaseLogger } from 'fastify'
import { jwtVerify } from 'jose'
import { buildEndSessionUrl } from 'openid-client'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import { type Refusal, refusal } from '../../../platform/http/index.ts'
import { recordStaff } from '../record-staff.ts'
import { type StaffDeps, staffOrigin } from '../staff.ts'
import { OPERATOR } from '../staff-people.ts'
import { endProviderSessions } from '../staff-sessions.ts'
import { type ProviderClient, signInProblem, TOLERANCE } from './provider-client.ts'
import { markUsed } from './sign-in.ts'

const FRESH = 5 * 60 // s; a logout token is sent at once
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'

const text = z
  .string()
  .min(1)
  .refine((each) => !each.includes('\0') && each.isWellFormed())

const schema = z
  .object({
    iss: text,
    iat: z.number(),
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.object({ [LOGOUT]: z.object({}) }),
    // An ID token, which has one, must not be taken for a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** Some providers do not name the type; one of another token must not be taken for a logout token. */
const tokenType = z.enum(['logout+jwt', 'JWT']).optional()

/**
 * Ends sessions because the provider says that somebody signed out there: one session, or all of the person. A token
 * that is not the provider's, is old or was used already is refused; `problem` says for the log why.
 */
export async function backChannelLogout(
  deps: StaffDeps,
  client: ProviderClient,
  token: string,
): Promise<Refusal | undefined> {
  // Nothing is forgotten here: anybody could make the provider be asked about itself again and again.
  const claims = await claimsOf(client, token).catch((error: unknown) =>
    refusal('refused_logout_token', { problem: signInProblem(error).detail }),
  )
  if ('refused' in claims) return claims
  return inTransaction(deps.database.db, async (transaction) => {
    const until = new Date((claims.iat + FRESH + TOLERANCE) * 1000)
    if (!(await markUsed(transaction, `logout ${claims.jti}`, until, deps.now())))
      return refusal('refused_logout_token', { problem: 'used already' })
    const { iss: issuer, sub: subject, sid } = claims
    for (const { person_id: id, name } of await endProviderSessions(transaction, { issuer, subject, sid }))
      await recordStaff(transaction, 'staff signed out', { id, name }, String(id), { by: 'provider' })
    return undefined
  })
}

async function claimsOf({ discovered, settings }: ProviderClient, token: string) {
  const { configuration, keys } = await discovered()
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: configuration.serverMetadata().issuer,
    audience: settings.clientId,
    clockTolerance: TOLERANCE,
    maxTokenAge: FRESH,
  })
  tokenType.parse(protectedHeader.typ)
  return schema.parse(payload)
}

/**
 * Where the browser goes to sign out at the provider too; null if the provider has no such address or does not answer,
 * which keeps nobody from signing out here, or the person signed in with a link.
 */
export async function signOutAtProvider(
  { settings, database }: Pick<StaffDeps, 'settings' | 'database'>,
  client: ProviderClient,
  personId: number,
  log: FastifyBaseLogger,
): Promise<string | null> {
  const { issuer } = await database.db
    .selectFrom('staff_person')
    .select('issuer')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (issuer === OPERATOR) return null
  try {
    const { configuration } = await client.discovered()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${staffOrigin(settings)}/staff` }).href
  } catch (error) {
    log.warn({ problem: signInProblem(error).detail }, 'Somebody signed out, but not at the provider.')
    return null
  }
}
