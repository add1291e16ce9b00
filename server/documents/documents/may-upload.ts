import { isSubmittedRow } from '../../applying/applications/index.ts'
import { isOpenRequest, isRequest, requestIn } from './document-request.ts'
import type { Documents } from './documents.ts'

/** Whether the upload permission for a key is still valid: not yet converting, and what it answers can be answered. */
export async function mayUpload({ database }: Pick<Documents, 'database'>, key: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['answer_key', isSubmittedRow.as('is_submitted')])
    .where('file_key', '=', key)
    .where('status', '=', 'ISSUED')
    .executeTakeFirst()
  if (!row || !isRequest(row.answer_key)) return row?.is_submitted === false
  const open = await database.db
    .selectFrom('document_request')
    .select('id')
    .where('id', '=', requestIn(row.answer_key))
    .where(isOpenRequest)
    .executeTakeFirst()
  return open !== undefined
}
