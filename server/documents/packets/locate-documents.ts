import { sql } from 'kysely'
import type { OutlineItem } from '../../../engine/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import type { Sealed } from '../../platform/secrets/index.ts'
import type { ApplicationPdfDeps } from '../application-pdf/index.ts'
import type { Signature } from '../conversion/index.ts'
import { type DocumentScan, scanOf, signaturesOf } from '../documents/index.ts'

/** The dependencies of every function in this folder. */
export type PacketDeps = ApplicationPdfDeps

/** What a packet is made with. `storage` has the documents. */
export type AssemblyDeps = Pick<PacketDeps, 'institution' | 'renderer' | 'pdfSealer' | 'pdfSigner' | 'now'> & {
  readonly storage: Pick<PacketDeps['storage'], 'read'>
}

/** A document of a submission where it is stored, with the name it had and when it was attached. */
export type StoredDocument = ListedDocument & {
  readonly storageKey: string
  readonly bytes: number
  readonly file: string
  readonly attached: Date
  readonly scan: DocumentScan | null
  readonly signatures: readonly Signature[]
}

/**
 * The documents of a signed version in the same order, or the first of them that the storage does not have. What was
 * changed in the application since changes nothing here.
 */
export async function locateDocuments(
  { database, storage, keyRing }: Pick<PacketDeps, 'database' | 'storage' | 'keyRing'>,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
  listed: readonly ListedDocument[],
): Promise<readonly StoredDocument[] | { readonly missing: ListedDocument }> {
  if (listed.length === 0) return []
  const { rows } = await sql<Located>`
    select signed_document.answer_key, ${columns}
    from signed_document join document on document.id = document_id join application on application.id = document.application_id
    where signed_document.application_id = ${applicationId} and version = ${version}
    union
    select answer_key, ${columns}
    from document_request join document on document.id = document_id join application on application.id = document.application_id
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
      signatures: signaturesOf(keyRing, row),
    })
  }
  return found
}

const columns = sql`document.id, document.application_id, result_key, file_name, document.created_at, scanned_at, scanned_by,
  signatures, data_key`

type Located = Parameters<typeof scanOf>[0] & {
  readonly id: string
  readonly application_id: string
  readonly signatures: Sealed | null
  readonly data_key: Sealed | null
  readonly answer_key: string
  readonly result_key: string
  readonly file_name: string | null
  readonly created_at: Date
}

/** A document in an application: the question that asked for it, and a title that distinguishes it from the others. */
export type ListedDocument = { readonly key: string; readonly title: string }

/**
 * The documents of a submission in reading order, with their block if it is numbered, as "College 2: Transcript", and
 * after them those that staff asked for.
 */
export const listDocuments = ({
  snapshot,
  requested,
}: Pick<AcceptedSubmission, 'snapshot' | 'requested'>): readonly ListedDocument[] => [
  ...snapshot.outline.pages.flatMap(({ items }) => documentsIn(items)),
  ...requested,
]

const documentsIn = (items: readonly OutlineItem[], entry = ''): readonly ListedDocument[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return documentsIn(item.items, item.as === 'entry' ? `${item.title}: ` : entry)
    return item.as === 'document' && item.answered ? [{ key: item.key, title: `${entry}${item.label}` }] : []
  })
