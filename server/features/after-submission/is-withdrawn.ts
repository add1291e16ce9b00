import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** Whether its applicant has withdrawn an application. */
export const isWithdrawn = async (db: Kysely<Tables>, applicationId: string): Promise<boolean> =>
  (await db.selectFrom('withdrawal').select('at').where('application_id', '=', applicationId).executeTakeFirst()) !==
  undefined
