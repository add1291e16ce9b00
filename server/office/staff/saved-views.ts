import type { StaffReply } from '../../../api/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** The searches that a person has saved, by name. */
export const listViews = async ({ database: { db } }: StaffDeps, { person }: StaffSession) => ({
  views: await db
    .selectFrom('staff_view')
    .select(['id', 'name', 'search'])
    .where('person_id', '=', person.id)
    .orderBy('name')
    .execute(),
})

/** Saves a search under a name; one of the same name is replaced. */
export const saveView = (
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  { name, search }: { readonly name: string; readonly search: string },
): Promise<StaffReply<'saveView'>> =>
  db
    .insertInto('staff_view')
    .values({ person_id: person.id, name, search })
    .onConflict((conflict) => conflict.columns(['person_id', 'name']).doUpdateSet({ search }))
    .returning('id')
    .executeTakeFirstOrThrow()

export async function removeView(
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  id: number,
): Promise<StaffReply<'removeView'> | Refusal> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_view')
    .where('id', '=', id)
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? { message: 'Removed.' } : refusal('no_view')
}
