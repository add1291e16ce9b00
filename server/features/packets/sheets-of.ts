import { PDFDocument } from '@cantoo/pdf-lib'
import { legalName } from '../../../form/index.ts'
import type { PacketSheets } from '../application-pdf/index.ts'
import { scanInWords } from '../documents/index.ts'
import type { AcceptedSubmission } from '../submissions/index.ts'
import type { StoredDocument } from './locate-documents.ts'
import type { PacketDeps } from './packets.ts'
import { seenPage, shapeOf } from './page-shape.ts'

/**
 * What a packet says about its documents. Each is read once for this, one at a time; undefined in place of one that is
 * not a PDF.
 */
export async function sheetsOf(
  { storage, institution }: Pick<PacketDeps, 'storage' | 'institution'>,
  { snapshot, reference }: AcceptedSubmission,
  stored: readonly StoredDocument[],
): Promise<PacketSheets | { readonly broken: StoredDocument }> {
  const documents: PacketSheets['documents'][number][] = []
  for (const document of stored) {
    const pages = await shapesOf(await storage.read(document.storageKey))
    if (!pages) return { broken: document }
    const { title, file, attached, scan } = document
    const { time_zone } = institution
    documents.push({ title, file, attached: dayOf(attached, time_zone), scan: scanInWords(scan, time_zone), pages })
  }
  const count = documents.reduce((sum, { pages }) => sum + pages.length, 0)
  return {
    institution: institution.partner_name,
    color: institution.pdf_color ?? '#0c3441',
    title: institution.application_title,
    applicant: legalName(snapshot.application.answer),
    reference,
    summary: `${counted(documents.length, 'document')} with ${counted(count, 'page')} in the order of their questions. Every page follows whole, on a sheet of Letter size.`,
    documents,
  }
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

async function shapesOf(pdf: Uint8Array | undefined) {
  if (!pdf) return null
  try {
    const pages = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages()
    return pages.length === 0 ? null : pages.map((page) => shapeOf(seenPage(page)))
  } catch {
    return null // not a PDF: the caller names the document
  }
}

const dayOf = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(time)
