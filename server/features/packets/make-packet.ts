import { storedPdf } from '../application-pdf/index.ts'
import { readSubmission } from '../submissions/index.ts'
import { type AskedDocument, documentsAsked } from './documents-asked.ts'
import type { Packets } from './packets.ts'
import { type Other, pdfWithOthers } from './pdf-with-others.ts'

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
): Promise<Packet | { readonly wrong: string }> {
  const { db } = packets.database
  const submission = await readSubmission(db, packets.keyRing, applicationId)
  if (!submission) return { wrong: 'This application is not submitted yet: its packet is made of what was signed.' }
  const copy = await storedPdf(db, packets.keyRing, applicationId)
  if (!copy) return { wrong: 'The PDF copy of this application is not made yet. Try again in a minute.' }
  const asked = documentsAsked(submission.snapshot.outline)
  const found = await placesOf(packets, applicationId, asked)
  const missing = found.find(({ place }) => place === undefined)
  if (missing)
    return { wrong: `The document of "${missing.title}" is missing. Restore it from a backup, then try again.` }
  await db
    .insertInto('audit')
    .values({
      actor: 'operator',
      action: 'packet made',
      subject: applicationId,
      detail: JSON.stringify({ documents: asked.map(({ key }) => key) }),
    })
    .execute()
  return {
    fileName: `packet-${submission.reference}.pdf`,
    documents: asked.length,
    chunks: pdfWithOthers(copy.pdf, 'Documents', documentsAt(packets, found)),
  }
}

type Found = AskedDocument & { readonly place: string | undefined }

/** The storage key of each document; undefined if the storage does not have it. */
async function placesOf(
  { database, storage }: Packets,
  applicationId: string,
  asked: readonly AskedDocument[],
): Promise<readonly Found[]> {
  const rows = await database.db
    .selectFrom('document')
    .select(['answer_key', 'result_key'])
    .where('application_id', '=', applicationId)
    .where('status', '=', 'COMPLETED')
    .execute()
  return Promise.all(
    asked.map(async (each) => {
      const place = rows.find(({ answer_key }) => answer_key === each.key)?.result_key
      return { ...each, place: place !== undefined && (await storage.sizeOf(place)) ? place : undefined }
    }),
  )
}

async function* documentsAt({ storage }: Packets, found: readonly Found[]): AsyncGenerator<Other> {
  for (const { title, place = '' } of found) {
    const pdf = await storage.read(place)
    // It existed a moment ago.
    if (!pdf) throw new Error(`The document of "${title}" disappeared while the packet was being made.`)
    yield { title, pdf }
  }
}
