import type { Documents } from './documents.ts'

/** Whether the upload permission for a key is still valid: not yet converting, application not submitted. */
export async function mayUpload({ database }: Pick<Documents, 'database'>, key: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('document')
    .leftJoin('submission', 'submission.application_id', 'document.application_id')
    .select('document.id')
    .where('file_key', '=', key)
    .where('status', '=', 'ISSUED')
    .where('submission.application_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
