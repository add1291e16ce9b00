import type { StaffReply } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** Adds a note to an application. The record says that, and not what the note says. */
export const addNote = (
  { database }: StaffDeps,
  { person }: StaffSession,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<StaffReply<'addNote'> | Refusal> =>
  inTransaction(database.db, async (transaction) => {
    const exists = await transaction.selectFrom('application').select('id').where('id', '=', id).executeTakeFirst()
    if (!exists) return refusal('no_such_application')
    const { at } = await transaction
      .insertInto('application_note')
      .values({ application_id: id, person_id: person.id, text })
      .returning('at')
      .executeTakeFirstOrThrow()
    await recordStaff(transaction, 'note added', person, id)
    return { by: person.name, at: at.toISOString(), text }
  })
