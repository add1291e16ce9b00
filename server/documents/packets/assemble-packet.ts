import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import { sealChunks } from '../application-pdf/index.ts'
import { type AppendedPdf, appendPdfs } from './append-pdfs.ts'
import type { StoredDocument } from './locate-documents.ts'
import type { PacketDeps } from './packets.ts'
import { sheetsOf } from './sheets-of.ts'

/**
 * The application PDF, followed by a list of its documents and their pages in the order of their questions, each with
 * a bookmark, in chunks. A sheet stands in place of a document that cannot be read. Only the application PDF and one document are in
 * memory at a time.
 */
export async function assemblePacket(
  deps: PacketDeps,
  submission: AcceptedSubmission,
  stored: readonly StoredDocument[],
  applicationPdf: () => Promise<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const sheets = await sheetsOf(deps, submission, stored)
  const first = await applicationPdf()
  if (stored.length === 0) return onlyChunk(first)
  const counts = sheets.documents.map(({ pages }) => pages.length)
  const rendered = await deps.renderer.renderSheets(sheets)
  return sealChunks(await deps.pdfSealer(), appendPdfs(first, rendered, documentsAt(deps, stored, counts)), {
    kind: 'packet',
    reference: submission.reference,
    made: deps.now().toISOString(),
  })
}

async function* onlyChunk(pdf: Uint8Array): AsyncGenerator<Uint8Array> {
  yield pdf
}

async function* documentsAt(
  { storage }: PacketDeps,
  stored: readonly StoredDocument[],
  counts: readonly number[],
): AsyncGenerator<AppendedPdf> {
  for (const [index, { title, storageKey }] of stored.entries()) {
    const pages = counts[index] ?? 0
    if (pages === 0) {
      yield { title, pages }
      continue
    }
    const pdf = await storage.read(storageKey)
    // It existed a moment ago.
    if (!pdf) throw new Error(`The document of "${title}" disappeared while the packet was being made.`)
    yield { title, pages, pdf }
  }
}
