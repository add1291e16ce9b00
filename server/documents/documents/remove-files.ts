import type { Tables } from '../../platform/database/index.ts'
import type { Documents } from './documents.ts'
import { ownsStorage } from './storage-owner.ts'

type FileColumn = keyof Pick<Tables['document'], 'file_key' | 'original_key' | 'result_key'>
const allFileColumns = ['file_key', 'original_key', 'result_key'] as const

/**
 * Removes the files of these documents and records each removal. It removes only files: the document's row stays until
 * the sweep, so that files a conversion still writes are found. Throws if the storage is away; returns false and
 * removes nothing if the storage belongs to another database.
 */
export async function removeFiles(
  documents: Pick<Documents, 'database' | 'storage'>,
  ids: readonly string[],
  reason: string,
  columns: readonly FileColumn[] = allFileColumns,
): Promise<boolean> {
  const { database, storage } = documents
  if (ids.length === 0) return true
  if (!(await ownsStorage(documents))) return false
  const rows = await database.db
    .selectFrom('document')
    .select(['id', 'application_id', ...allFileColumns])
    .where('id', 'in', [...ids])
    .execute()
  const removed = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const { id: document_id, application_id, [column]: key } = row
      return key === null ? [] : [{ key, document_id, application_id, reason }]
    }),
  )
  for (const { key } of removed) await storage.remove(key)
  if (removed.length === 0) return true
  await database.db
    .insertInto('removed_file')
    .values(removed)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return true
}
