import { sql } from 'kysely'
import { type DocumentScan, scanOf } from '../documents/index.ts'
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

/**
 * The documents of a signed version in the same order, or the first of them that the storage does not have. What was
 * changed in the application since changes nothing here.
 */
export async function locateDocuments(
  { database, storage }: Pick<Packets, 'database' | 'storage'>,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
  listed: readonly ListedDocument[],
): Promise<readonly StoredDocument[] | { readonly missing: ListedDocument }> {
  if (listed.length === 0) return []
  const { rows } = await sql<Located>`
    select signed_document.answer_key, result_key, file_name, created_at, scanned_at, scanned_by
    from signed_document join document on document.id = document_id
    where signed_document.application_id = ${applicationId} and version = ${version}
    union
    select answer_key, result_key, file_name, created_at, scanned_at, scanned_by
    from document_request join document on document.id = document_id
    where document_request.application_id = ${applicationId}`.execute(database.db)
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
      scan: scanOf(row),
    })
  }
  return found
}

type Located = Parameters<typeof scanOf>[0] & {
  readonly answer_key: string
  readonly result_key: string
  readonly file_name: string | null
  readonly created_at: Date
}
