import type { Documents } from './documents.ts'

/** Whether the permission to upload under a key still counts: its conversion has not begun, its application is not submitted. */
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
