import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** Whether an application is under dispute, so that nobody may erase it. */
export const isOnHold = async (db: Kysely<Tables>, applicationId: string): Promise<boolean> =>
  (await db.selectFrom('hold').select('made_at').where('application_id', '=', applicationId).executeTakeFirst()) !==
  undefined
