import type { Kysely } from 'kysely'
import type { StaffRole } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'

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
