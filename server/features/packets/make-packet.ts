import { storedPdf } from '../application-pdf/index.ts'
import { readSubmission } from '../submissions/index.ts'
import { type AppendedPdf, appendPdfs } from './append-pdfs.ts'
import { type ListedDocument, listDocuments } from './list-documents.ts'
import type { Packets } from './packets.ts'

/** A packet: a suggested file name, the number of its documents, and its bytes in chunks. */
export type Packet = {
  readonly fileName: string
  readonly documents: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * The application PDF of a submitted application, followed by its documents in the order of their questions, each with
 * a bookmark; or one sentence saying why there is none. Only the application PDF and one document are in memory at a
 * time. The audit log records the packet before its first byte is returned.
 */
export async function makePacket(
  packets: Packets,
  applicationId: string,
): Promise<Packet | { readonly problem: string }> {
  const { db } = packets.database
  const submission = await readSubmission(db, packets.keyRing, applicationId)
  if (!submission)
    return { problem: 'This application is not submitted yet. A packet is made only of a submitted application.' }
  const applicationPdf = await storedPdf(db, packets.keyRing, applicationId)
  if (!applicationPdf) return { problem: 'The application PDF is not ready yet. Try again in a minute.' }
  const documents = listDocuments(submission.snapshot.outline)
  const stored = await locate(packets, applicationId, documents)
  const missing = stored.find(({ storageKey }) => storageKey === undefined)
  if (missing)
    return { problem: `The document of "${missing.title}" is missing. Restore it from a backup, then try again.` }
  await db
    .insertInto('audit')
    .values({
      actor: 'operator',
      action: 'packet made',
      subject: applicationId,
      detail: JSON.stringify({ documents: documents.map(({ key }) => key) }),
    })
    .execute()
  return {
    fileName: `packet-${submission.reference}.pdf`,
    documents: documents.length,
    chunks: appendPdfs(applicationPdf.pdf, 'Documents', documentsAt(packets, stored)),
  }
}

type StoredDocument = ListedDocument & { readonly storageKey: string | undefined }

/** The storage key of each document; undefined if the storage does not have it. */
async function locate(
  { database, storage }: Packets,
  applicationId: string,
  listed: readonly ListedDocument[],
): Promise<readonly StoredDocument[]> {
  const rows = await database.db
    .selectFrom('document')
    .select(['answer_key', 'result_key'])
    .where('application_id', '=', applicationId)
    .where('status', '=', 'COMPLETED')
    .execute()
  return Promise.all(
    listed.map(async (each) => {
      const storageKey = rows.find(({ answer_key }) => answer_key === each.key)?.result_key
      return {
        ...each,
        storageKey: storageKey !== undefined && (await storage.sizeOf(storageKey)) ? storageKey : undefined,
      }
    }),
  )
}

async function* documentsAt({ storage }: Packets, stored: readonly StoredDocument[]): AsyncGenerator<AppendedPdf> {
  for (const { title, storageKey = '' } of stored) {
    const pdf = await storage.read(storageKey)
    // It existed a moment ago.
    if (!pdf) throw new Error(`The document of "${title}" disappeared while the packet was being made.`)
    yield { title, pdf }
  }
}
