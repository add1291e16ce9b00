import { isStaffRole, type StaffReply } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** Everybody who has ever signed in, by name. */
export async function listStaff({ database: { db } }: StaffDeps): Promise<StaffReply<'listStaff'>> {
  const people = await db
    .selectFrom('staff_person')
    .select(['id', 'name', 'role', 'last_seen_at', 'ended_at'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return {
    people: people.flatMap(({ id, name, role, last_seen_at, ended_at }) =>
      isStaffRole(role)
        ? [{ id, name, role, last_seen_at: last_seen_at.toISOString(), has_ended: ended_at !== null }]
        : [],
    ),
  }
}

/** Ends a person's access at once, whatever their provider says: their sessions, and every sign-in to come. */
export const endStaff = (
  { database: { db }, now }: StaffDeps,
  { person }: StaffSession,
  id: number,
): Promise<StaffReply<'endStaff'> | Refusal> =>
  inTransaction(db, async (transaction) => {
    const ended = await transaction
      .updateTable('staff_person')
      .set({ ended_at: now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!ended) return refusal('no_person')
    await transaction.deleteFrom('staff_session').where('person_id', '=', id).execute()
    await recordStaff(transaction, 'staff access ended', person, String(id))
    return { message: `${ended.name} can no longer sign in.` }
  })
