import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** Whether the application has been submitted; after that nothing in it changes (Q25). */
export async function isSubmitted(db: Kysely<Tables>, applicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('submission')
    .select('reference')
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row !== undefined
}
