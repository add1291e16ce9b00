import { sql } from 'kysely'
import type { StaffBody, StaffReply } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** Thrown to undo the changes made before the one that somebody else was faster with. */
class Conflict extends Error {}

/** Marks and assigns applications: all of them, or none if somebody else has changed one that was seen otherwise. */
export async function changeHandling(
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  { applications, state, assignee }: StaffBody<'changeHandling'>,
): Promise<StaffReply<'changeHandling'> | Refusal> {
  const ids = applications.map(({ id }) => id)
  const found = await db.selectFrom('application').select('id').where('id', 'in', ids).execute()
  if (found.length < new Set(ids).size) return refusal('no_such_application')
  if (typeof assignee === 'number') {
    const known = db.selectFrom('staff_person').select('id').where('id', '=', assignee).where('ended_at', 'is', null)
    if (!(await known.executeTakeFirst())) return refusal('no_person')
  }
  const change = { ...(state && { state }), ...(assignee !== undefined && { assignee_id: assignee }) }
  try {
    await inTransaction(db, async (transaction) => {
      // In one order, so that two people who mark the same ones do not wait for each other.
      for (const { id, version } of applications.toSorted((one, other) => one.id.localeCompare(other.id))) {
        const changed = await transaction
          .insertInto('handling')
          .values({ application_id: id, ...change })
          .onConflict((conflict) =>
            conflict
              .column('application_id')
              .doUpdateSet({ ...change, version: sql`handling.version + 1`, changed_at: sql`clock_timestamp()` })
              .where('handling.version', '=', version),
          )
          .returning('version')
          .executeTakeFirst()
        if (changed?.version !== version + 1) throw new Conflict()
        await recordStaff(transaction, 'handling changed', person, id, change)
      }
    })
  } catch (error) {
    if (error instanceof Conflict) return refusal('handled_by_other')
    throw error
  }
  return { message: applications.length === 1 ? 'Changed.' : `${applications.length} applications changed.` }
}
