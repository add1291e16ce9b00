import type { ExpressionBuilder, Kysely } from 'kysely'
import { isStaffRole, rolesBeyond, type StaffRole } from '../../../api/index.ts'
import { endedBefore, type Tables } from '../../platform/database/index.ts'
import { hiddenCookieIn } from '../../platform/http/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import type { StaffDeps } from './staff.ts'

const MINUTE = 60_000 // ms
const IDLE_LIFE = 30 * MINUTE
/** How long a session lives at most. */
export const STAFF_SESSION_LIFE = 8 * 60 * MINUTE
/** How long after signing in somebody may reveal and export. */
const FRESH = 10 * MINUTE

/** Who is signed in at the staff desk. */
export type StaffSession = {
  readonly sessionId: number
  readonly person: { readonly id: number; readonly name: string }
  readonly role: StaffRole
  readonly signedInAt: Date
  readonly idleUntil: Date
  readonly endsAt: Date
  readonly isFresh: boolean
}

type Found = { readonly session: StaffSession } | { readonly problem: 'staff_signed_out' | 'staff_access_ended' }

type NewSession = {
  readonly personId: number
  readonly role: StaffRole
  /** When they proved who they are. */
  readonly signedInAt: Date
  readonly providerSession?: string | undefined
  /** The token of the session that the browser had. */
  readonly earlier: string | undefined
}

/**
 * Begins a session and returns its token, of which only the hash is stored. The browser's earlier session ends. If it was
 * the same person's in the same role, it goes on under the new token, with what is open in it. Sessions in
 * other browsers end if their role allows what this sign-in no longer does. Call it in a transaction.
 */
export async function beginStaffSession(
  db: Kysely<Tables>,
  { personId, role, signedInAt, providerSession, earlier = '' }: NewSession,
  now: Date,
): Promise<{ readonly token: string; readonly sessionId: number; readonly seconds: number }> {
  const token = newToken()
  const session = {
    hash: tokenHash(token),
    provider_session: providerSession ?? null,
    signed_in_at: signedInAt,
    used_at: now,
    ends_at: new Date(now.getTime() + STAFF_SESSION_LIFE),
  }
  const renewed = await db
    .updateTable('staff_session')
    .set(session)
    .where('hash', '=', tokenHash(earlier))
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .returning('id')
    .executeTakeFirst()
  const ended = await endedBefore({ database: { db }, now: () => now })
  const over = ({ eb, or }: ExpressionBuilder<Tables, 'staff_session'>) =>
    or([eb('hash', '=', tokenHash(earlier)), eb('ends_at', '<', ended)])
  await db.deleteFrom('staff_session').where(over).execute()
  await endSessionsBeyond(db, personId, role)
  const insert = db.insertInto('staff_session').values({ ...session, person_id: personId, role })
  const { id } = renewed ?? (await insert.returning('id').executeTakeFirstOrThrow())
  return { token, sessionId: id, seconds: STAFF_SESSION_LIFE / 1000 }
}

/** Ends what a person still has of a role that their provider no longer gives; `role` is the one that it gives, if any. */
export const endSessionsBeyond = async (
  db: Kysely<Tables>,
  personId: number,
  role: StaffRole | undefined,
): Promise<void> => {
  const beyond = rolesBeyond(role)
  if (beyond.length === 0) return
  await db
    .deleteFrom('staff_session')
    .where('person_id', '=', personId)
    .where('role', 'in', [...beyond])
    .execute()
}

/** The session of a token; `touch` keeps it alive. */
export async function staffSessionOf(
  db: Kysely<Tables>,
  token: string | undefined,
  now: Date,
  touch = true,
): Promise<Found> {
  if (token === undefined) return { problem: 'staff_signed_out' }
  const found = await db
    .selectFrom('staff_session')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_session.id', 'person_id', 'name', 'staff_session.role', 'signed_in_at', 'used_at', 'ends_at'])
    .select('ended_at')
    .where('hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (found?.ended_at) return { problem: 'staff_access_ended' }
  const idle = found ? now.getTime() - found.used_at.getTime() : 0
  if (!found || found.ends_at <= now || idle >= IDLE_LIFE || !isStaffRole(found.role))
    return { problem: 'staff_signed_out' }
  const isUsed = touch && idle >= MINUTE
  if (isUsed) await db.updateTable('staff_session').set({ used_at: now }).where('id', '=', found.id).execute()
  return {
    session: {
      sessionId: found.id,
      person: { id: found.person_id, name: found.name },
      role: found.role,
      signedInAt: found.signed_in_at,
      idleUntil: new Date((isUsed ? now : found.used_at).getTime() + IDLE_LIFE),
      endsAt: found.ends_at,
      isFresh: now.getTime() - found.signed_in_at.getTime() < FRESH,
    },
  }
}

/** The id of the session of a Cookie header, for what opens only in it. */
export async function staffSessionIdIn(
  { database, settings, now }: Pick<StaffDeps, 'database' | 'settings' | 'now'>,
  cookies: string | undefined,
): Promise<number | undefined> {
  const token = hiddenCookieIn(cookies, settings, 'staff')
  if (token === undefined) return undefined
  const found = await staffSessionOf(database.db, token, now())
  return 'session' in found ? found.session.sessionId : undefined
}

export const endStaffSession = (db: Kysely<Tables>, sessionId: number): Promise<unknown> =>
  db.deleteFrom('staff_session').where('id', '=', sessionId).execute()

/** Ends the sessions that belong to a person of a provider, or to one session at the provider; says whose they were. */
export const endProviderSessions = (
  db: Kysely<Tables>,
  { issuer, subject, sid }: { issuer: string; subject?: string | undefined; sid?: string | undefined },
): Promise<readonly { readonly person_id: number; readonly name: string }[]> =>
  db
    .deleteFrom('staff_session')
    .using('staff_person')
    .whereRef('staff_person.id', '=', 'person_id')
    .where('issuer', '=', issuer)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(sid !== undefined, (query) => query.where('provider_session', '=', sid ?? ''))
    .returning(['person_id', 'name'])
    .execute()
