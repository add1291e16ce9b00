import type { Kysely } from 'kysely'
import { isStaffRole, type StaffReply, type StaffRole } from '../../../api/index.ts'
import { canonicalText, say } from '../../../engine/index.ts'
import { endTokensOf, listTokens } from '../../handing-over/export-tokens/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { doerOf, recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** The issuer of people who sign in with a link that the operator made. */
export const OPERATOR = 'operator'

/**
 * Remembers a person who signs in, by what their issuer calls them, with their name and role of now. Undefined if an
 * administrator has ended their access.
 */
export async function rememberPerson(
  db: Kysely<Tables>,
  person: { readonly issuer: string; readonly subject: string; readonly name: string; readonly role: StaffRole },
  now: Date,
): Promise<number | undefined> {
  const known = { name: person.name, role: person.role, last_seen_at: now }
  const { id, ended_at } = await db
    .insertInto('staff_person')
    .values({ ...person, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(known))
    .returning(['id', 'ended_at'])
    .executeTakeFirstOrThrow()
  return ended_at ? undefined : id
}

/** Everybody who has ever signed in, by name. */
export async function listStaff({ database, now }: StaffDeps): Promise<StaffReply<'listStaff'>> {
  const people = await database.db
    .selectFrom('staff_person')
    .select(['id', 'name', 'role', 'last_seen_at', 'ended_at'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const tokens = (await listTokens({ database, now })).filter(({ state }) => state === 'valid' || state === 'waiting')
  return {
    people: people.flatMap(({ id, name, role, last_seen_at, ended_at }) =>
      isStaffRole(role)
        ? [
            {
              id,
              name,
              role,
              last_seen_at: last_seen_at.toISOString(),
              has_ended: ended_at !== null,
              tokens: tokens.filter(({ owner_id }) => owner_id === id).map((token) => token.name),
            },
          ]
        : [],
    ),
  }
}

/**
 * Ends a person's access at once, whatever their provider says: their sessions, every sign-in to come, and the tokens that
 * nobody has taken over.
 */
export const endStaff = (
  { database: { db }, now }: StaffDeps,
  session: StaffSession,
  id: number,
): Promise<StaffReply<'endStaff'> | Refusal> =>
  inTransaction(db, async (transaction) => {
    // Locked, so that of two administrators who end their own access at the same moment one stays.
    const administrators = await transaction
      .selectFrom('staff_person')
      .select('id')
      .where('role', '=', 'administrator' satisfies StaffRole)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (administrators.length === 1 && administrators[0]?.id === id) return refusal('last_administrator')
    const ended = await transaction
      .updateTable('staff_person')
      .set({ ended_at: now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!ended) return refusal('no_person')
    await transaction.deleteFrom('staff_session').where('person_id', '=', id).execute()
    const tokens = await endTokensOf({ now }, transaction, id, doerOf(session))
    await recordStaff(transaction, 'staff access ended', session.person, String(id), { tokens })
    const { name } = ended
    if (tokens.length === 0) return { message: say('{name} can no longer sign in.', { name }) }
    const listed = { name, tokens: tokens.join(', ') }
    return { message: say('{name} can no longer sign in. These tokens ended: {tokens}.', listed) }
  })

/**
 * Whether two are one person for a rule that asks for two people: the same subject of the same issuer, or a link that the
 * operator made in the name of the other.
 */
export async function isSamePerson(db: Kysely<Tables>, one: number, other: number): Promise<boolean> {
  const people = await db
    .selectFrom('staff_person')
    .select(['issuer', 'name'])
    .where('id', 'in', [one, other])
    .execute()
  const isByLink = people.some(({ issuer }) => issuer === OPERATOR)
  return one === other || (isByLink && new Set(people.map(({ name }) => subjectOf(name))).size < 2)
}

/** What is one name to a reader is one person: whatever the width and case of its letters. */
export const subjectOf = (name: string): string => canonicalText(name.normalize('NFKC')).toLowerCase()
