import type { Documents } from './documents.ts'
import { removeDocument } from './remove-document.ts'

const GRACE = 24 * 3_600_000 // ms: for whoever left a tab by mistake and asks for help the same day

/** How much was swept: documents of nobody, and files that no document knows. */
export type Swept = { readonly documents: number; readonly files: number }

/**
 * Removes, a day after: documents whose answer is gone, uploads that were never converted, conversions that failed; then
 * every stored file that no document knows. One line of the log says how much.
 */
export async function sweepDocuments(documents: Documents, grace = GRACE): Promise<Swept> {
  const { database, storage, log, now } = documents
  const before = new Date(now().getTime() - grace)
  const orphans = await database.db
    .selectFrom('document')
    .select('id')
    .where('status', 'in', ['ISSUED', 'DETACHED', 'FAILED'])
    .where('updated_at', '<', before)
    .execute()
  for (const { id } of orphans) await removeDocument(documents, id)
  let files = 0
  for await (const key of storage.storedBefore(before)) {
    if (await isKnown(documents, key)) continue
    await storage.remove(key)
    files += 1
  }
  const swept = { documents: orphans.length, files }
  if (swept.documents + swept.files > 0) log.info(swept, 'Orphaned documents were swept.')
  return swept
}

async function isKnown({ database }: Documents, key: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('document')
    .select('id')
    .where((where) => where.or([where('file_key', '=', key), where('result_key', '=', key)]))
    .executeTakeFirst()
  return row !== undefined
}
