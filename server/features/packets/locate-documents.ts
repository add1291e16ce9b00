import { type DocumentScan, documentScans } from '../documents/index.ts'
import type { ListedDocument } from './list-documents.ts'
import type { Packets } from './packets.ts'

/** A document of a submission where it is stored, with the name it had and when it was attached. */
export type StoredDocument = ListedDocument & {
  readonly storageKey: string
  readonly bytes: number
  readonly file: string
  readonly attached: Date
  readonly scan: DocumentScan | null
}

/** The documents in the same order, or the first of them that the storage does not have. */
export async function locateDocuments(
  { database, storage }: Packets,
  applicationId: string,
  listed: readonly ListedDocument[],
): Promise<readonly StoredDocument[] | { readonly missing: ListedDocument }> {
  if (listed.length === 0) return []
  const rows = await database.db
    .selectFrom('document')
    .select(['answer_key', 'result_key', 'file_name', 'created_at'])
    .where('application_id', '=', applicationId)
    .where('status', '=', 'COMPLETED')
    .execute()
  const scans = await documentScans(database.db, applicationId)
  const found: StoredDocument[] = []
  for (const each of listed) {
    const row = rows.find(({ answer_key }) => answer_key === each.key)
    const bytes = row && (await storage.sizeOf(row.result_key))
    if (!bytes) return { missing: each }
    found.push({
      ...each,
      storageKey: row.result_key,
      bytes,
      file: row.file_name ?? '',
      attached: row.created_at,
      scan: scans.get(each.key) ?? null,
    })
  }
  return found
}
