import type { Documents } from './documents.ts'

/** Removes a document that is in nobody's application: its files first, so that a failure leaves the row to try again by. */
export async function removeDocument({ database, storage }: Documents, id: string): Promise<void> {
  const document = await database.db
    .selectFrom('document')
    .select(['file_key', 'result_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) return
  await storage.remove(document.file_key)
  await storage.remove(document.result_key)
  await database.db.deleteFrom('document').where('id', '=', id).execute()
}
