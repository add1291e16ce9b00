import { PDFDocument } from '@cantoo/pdf-lib'
import { legalName } from '../../../form/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import { printColor } from '../../running/face/index.ts'
import { type PacketSheets, type PageShape, sealChunks } from '../application-pdf/index.ts'
import { scanInWords, signaturesInWords } from '../documents/index.ts'
import { addDocument, type Reading } from './add-document.ts'
import { type AppendedPdf, appendPdfs } from './append-pdfs.ts'
import { seenPage, shapeOf } from './fit-page.ts'
import type { AssemblyDeps, StoredDocument } from './locate-documents.ts'
import { createPacketTags } from './packet-tags.ts'

/**
 * The application PDF, followed by a list of its documents and their pages in the order of their questions, each with
 * a bookmark, in chunks. A sheet stands in place of a document that cannot be read. Only the application PDF and one document are in
 * memory at a time.
 */
export async function assemblePacket(
  deps: AssemblyDeps,
  submission: AcceptedSubmission,
  stored: readonly StoredDocument[],
  applicationPdf: () => Promise<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const sheets = await sheetsOf(deps, submission, stored)
  const first = await applicationPdf()
  if (stored.length === 0) return onlyChunk(first)
  const counts = sheets.documents.map(({ pages }) => pages.length)
  const rendered = await deps.renderer.renderSheets(sheets)
  const madeAt = deps.now()
  const signature = deps.pdfSigner?.signatureAt(madeAt)
  const chunks = appendPdfs(first, rendered, documentsAt(deps, stored, counts), signature)
  const about = { kind: 'packet', reference: submission.reference, made: madeAt.toISOString() } as const
  return sealChunks(await deps.pdfSealer(), chunks, about, signature)
}

async function* onlyChunk(pdf: Uint8Array): AsyncGenerator<Uint8Array> {
  yield pdf
}

async function* documentsAt(
  { storage }: AssemblyDeps,
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

/** What a packet says about its documents, and why one of them has no pages. Each is read once, one at a time. */
async function sheetsOf(
  { storage, institution }: Pick<AssemblyDeps, 'storage' | 'institution'>,
  { snapshot, reference }: AcceptedSubmission,
  stored: readonly StoredDocument[],
): Promise<PacketSheets> {
  const documents: PacketSheets['documents'][number][] = []
  for (const { title, file, attached, scan, signatures, storageKey } of stored) {
    const tried = await triedDocument(await storage.read(storageKey))
    const { time_zone } = institution
    documents.push({
      title,
      file,
      attached: dayOf(attached, time_zone),
      checked: [
        scanInWords(scan, time_zone),
        signaturesInWords(signatures, time_zone),
        tried && readAloud[tried.reading],
      ]
        .filter(Boolean)
        .join('; '),
      pages: tried?.pages ?? [],
      ...(tried ? {} : { problem: UNREADABLE }),
    })
  }
  const count = documents.reduce((sum, { pages }) => sum + pages.length, 0)
  const unread = documents.filter(({ pages }) => pages.length === 0).length
  const whole = `${counted(documents.length, 'document')} with ${counted(count, 'page')} in the order of their questions. Every page follows whole, on a sheet of Letter size.`
  return {
    institution: institution.partner_name,
    color: printColor(institution),
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

/** What a screen reader gets of a document, as the list says it. */
const readAloud: Readonly<Record<Reading, string>> = {
  tags: 'tagged for screen readers',
  text: 'not tagged: screen readers read its text in the order of the file',
  pictures: 'pictures only: screen readers find no text',
}

/** The shapes of a document's pages, and what can be read of it; undefined if it cannot be added to a packet, which is tried. */
async function triedDocument(
  pdf: Uint8Array | undefined,
): Promise<{ readonly pages: readonly PageShape[]; readonly reading: Reading } | undefined> {
  if (!pdf) return undefined
  try {
    const pages = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages()
    const trial = await PDFDocument.create()
    const line = trial.context.register(trial.context.stream(''))
    const lines = pages.map(() => line)
    const { reading } = await addDocument(trial, line, createPacketTags(trial), { title: '', pdf, lines })
    return { pages: pages.map((page) => shapeOf(seenPage(page))), reading }
  } catch {
    return undefined // not a PDF, or a damaged one: a sheet says so
  }
}

const dayOf = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(time)
