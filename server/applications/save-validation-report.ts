import { inTransaction } from '../database/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { applicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'

/**
 * Keeps the errors an applicant was shown: a report for the institution, never a verdict (design §4). Keys the form
 * does not ask are refused; what is kept is at most what one application can have.
 */
export async function saveValidationReport(
  applications: Applications,
  accountId: string,
  problems: Readonly<Record<string, readonly string[]>>,
): Promise<{ message: string } | Refusal> {
  const { database, form } = applications
  const asked = new Set(form.keys)
  const keys = Object.keys(problems).filter((key) => !asked.has(key))
  if (keys.length > 0) return refusal('unknown_keys', { keys })
  await inTransaction(database.db, async (transaction) => {
    const { id } = await applicationOf(applications, transaction, accountId)
    await transaction
      .insertInto('validation_report')
      .values({ application_id: id, problems: JSON.stringify(problems) })
      .execute()
  })
  return { message: 'The report is saved.' }
}
