import { readSubmission, withdrawnAt } from '../../applying/submissions/index.ts'
import { operator } from '../../platform/control/index.ts'
import { printedSubmission, renderApplicationPdf, storedPdf } from '../application-pdf/index.ts'
import { assemblePacket } from './assemble-packet.ts'
import { listDocuments } from './list-documents.ts'
import { locateDocuments } from './locate-documents.ts'
import type { Packets } from './packets.ts'

/** A packet: a suggested file name, the number of its documents, and its bytes in chunks. */
export type Packet = {
  readonly fileName: string
  readonly documents: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * The application PDF of a submitted application, followed by a list of its documents and their pages in the order of
 * their questions, each with a bookmark; or one sentence saying why there is none. Sections with a sheet of their own
 * are left out unless asked for (Q76). Of a withdrawn application it says so first. Only the application PDF and one
 * document are in memory at a time. The audit log records the packet, and who asked for it, before its first byte is
 * returned.
 */
export async function makePacket(
  packets: Packets,
  applicationId: string,
  { ownSheets, by, actor = operator() }: { readonly ownSheets: boolean; readonly by: string; readonly actor?: string },
): Promise<Packet | { readonly problem: string }> {
  const { db } = packets.database
  const submission = await readSubmission(db, packets.keyRing, applicationId)
  if (!submission)
    return { problem: 'This application is not submitted yet. A packet is made only of a submitted application.' }
  const applicationPdf = await storedPdf(packets, applicationId)
  if (!applicationPdf) return { problem: 'The application PDF is not ready yet. Try again in a minute.' }
  const stored = await locateDocuments(
    packets,
    { applicationId, version: submission.version },
    listDocuments(submission),
  )
  if ('missing' in stored)
    return {
      problem: `The document of "${stored.missing.title}" is missing. Restore it from a backup, then try again.`,
    }
  const leavesOut = !ownSheets && printedSubmission(packets, submission).some(({ ownSheet }) => ownSheet)
  const withdrawn = await withdrawnAt(db, applicationId)
  const chunks = await assemblePacket(packets, submission, stored, async () =>
    leavesOut || withdrawn
      ? renderApplicationPdf(packets, submission, { ownSheets, withdrawnAt: withdrawn })
      : applicationPdf.pdf,
  )
  await db
    .insertInto('audit')
    .values({
      actor,
      action: 'packet made',
      subject: applicationId,
      detail: JSON.stringify({ documents: stored.map(({ key }) => key), own_sheets: ownSheets, by }),
    })
    .execute()
  return { fileName: `packet-${submission.reference}.pdf`, documents: stored.length, chunks }
}
