import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/**
 * Whether the application of a row has been submitted and is not open for changes again: nothing in it changes then
 * (Q25, docs/decisions/0078).
 */
export const isSubmittedRow = sql<boolean>`(
  exists (select from submission where application_id = application.id) and not is_reopened(application.id)
)`

/** The same for the application with this id. */
export async function isSubmitted(db: Kysely<Tables>, applicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .select(isSubmittedRow.as('is_submitted'))
    .where('id', '=', applicationId)
    .executeTakeFirst()
  return row?.is_submitted ?? false
}
