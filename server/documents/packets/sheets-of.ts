import { PDFDocument } from '@cantoo/pdf-lib'
import { legalName } from '../../../form/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import type { PacketSheets, PageShape } from '../application-pdf/index.ts'
import { scanInWords } from '../documents/index.ts'
import { addDocument } from './add-document.ts'
import type { StoredDocument } from './locate-documents.ts'
import type { PacketDeps } from './packets.ts'
import { seenPage, shapeOf } from './page-shape.ts'

/** What a packet says about its documents, and why one of them has no pages. Each is read once, one at a time. */
export async function sheetsOf(
  { storage, institution }: Pick<PacketDeps, 'storage' | 'institution'>,
  { snapshot, reference }: AcceptedSubmission,
  stored: readonly StoredDocument[],
): Promise<PacketSheets> {
  const documents: PacketSheets['documents'][number][] = []
  for (const { title, file, attached, scan, storageKey } of stored) {
    const pages = await shapesOf(await storage.read(storageKey))
    const { time_zone } = institution
    documents.push({
      title,
      file,
      attached: dayOf(attached, time_zone),
      scan: scanInWords(scan, time_zone),
      pages: pages ?? [],
      ...(pages ? {} : { problem: UNREADABLE }),
    })
  }
  const count = documents.reduce((sum, { pages }) => sum + pages.length, 0)
  const unread = documents.filter(({ pages }) => pages.length === 0).length
  const whole = `${counted(documents.length, 'document')} with ${counted(count, 'page')} in the order of their questions. Every page follows whole, on a sheet of Letter size.`
  return {
    institution: institution.partner_name,
    color: institution.pdf_color ?? '#0c3441',
    title: institution.application_title,
    applicant: legalName(snapshot.application.answer),
    reference,
    summary: unread === 0 ? whole : `${whole} In place of a document that cannot be read, a sheet says so.`,
    documents,
  }
}

const UNREADABLE =
  'This document cannot be shown in a packet, because its file cannot be read as a PDF. Open the document by itself, or ask the applicant for another copy.'

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** The shapes of a document's pages; undefined if it cannot be added to a packet, which is tried. */
async function shapesOf(pdf: Uint8Array | undefined): Promise<readonly PageShape[] | undefined> {
  if (!pdf) return undefined
  try {
    const pages = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages()
    const trial = await PDFDocument.create()
    const line = trial.context.register(trial.context.stream(''))
    await addDocument(
      trial,
      line,
      pdf,
      pages.map(() => line),
    )
    return pages.map((page) => shapeOf(seenPage(page)))
  } catch {
    return undefined // not a PDF, or a damaged one: a sheet says so
  }
}

const dayOf = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(time)
