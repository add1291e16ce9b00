import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/index.ts'
import type { Applications } from './applications.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/**
 * Merges changed answers into an application by key and notes them in the history, in the caller's transaction.
 * Returns the new revision. Nothing is destroyed: what a save replaces stands in the history before it.
 */
export async function writeAnswers(
  { form, keyRing }: Applications,
  transaction: Transaction<Tables>,
  applicationId: string,
  changed: Answers,
): Promise<number> {
  const stored = JSON.stringify(sealAnswers(changed, applicationId, form, keyRing))
  const { revision } = await transaction
    .updateTable('application')
    .set({
      answers: sql`answers || ${stored}::jsonb`,
      revision: sql`revision + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', applicationId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('answer_history')
    .values({ application_id: applicationId, revision, changed: stored })
    .execute()
  return revision
}
