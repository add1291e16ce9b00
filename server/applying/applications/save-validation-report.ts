import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { applicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'

/**
 * Stores the errors an applicant was shown last: a report for the institution, never a judgment of the application.
 * Keys that are not in the form are refused. A new report replaces the previous one, so at most one payload is stored
 * for each application.
 */
export async function saveValidationReport(
  applications: Applications,
  owner: string,
  problems: Readonly<Record<string, readonly string[]>>,
): Promise<{ message: string } | Refusal> {
  const { database, form } = applications
  const asked = new Set(form.keys)
  const keys = Object.keys(problems).filter((key) => !asked.has(key))
  if (keys.length > 0) return refusal('unknown_keys', { keys })
  await inTransaction(database.db, async (transaction) => {
    const { id } = await applicationOf(applications, transaction, owner)
    await transaction
      .insertInto('validation_report')
      .values({ application_id: id, problems: JSON.stringify(problems) })
      .onConflict((conflict) =>
        conflict
          .column('application_id')
          .doUpdateSet({ problems: JSON.stringify(problems), at: sql<Date>`clock_timestamp()` }),
      )
      .execute()
  })
  return { message: 'The report is saved.' }
}
