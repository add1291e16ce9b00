import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ExportRight } from '../../../api/index.ts'
import { renderApplicationPdf } from '../../documents/application-pdf/index.ts'
import { assemblePacket, listDocuments } from '../../documents/packets/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { exportedFrom, withoutKeys } from '../exports/index.ts'
import type { ExportReply } from './call-table.ts'
import { type Asked, type Source, submissionAsked } from './source.ts'
import { withheldKeys } from './withheld-keys.ts'

/** An application as it was signed, without what the rights do not allow. */
export async function readApplication(
  source: Source,
  asked: Asked,
  rights: readonly string[],
): Promise<ExportReply<'application'> | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const exported = exportedFrom(source, id, submission)
  const withheld = withheldKeys(source.form, rights)
  const row = Object.fromEntries(Object.entries(exported.row).filter(([key]) => !withheld.has(key)))
  if (!rights.includes('documents' satisfies ExportRight)) return { ...exported, row, documents: undefined }
  const stored = await source.documents({ applicationId: id, version: submission.version }, exported.documents)
  if ('missing' in stored) return refusal('missing_file')
  const documents = []
  for (const { key, title, storageKey } of stored) {
    const pdf = await source.storage.read(storageKey)
    if (!pdf) return refusal('missing_file')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    documents.push({ question: key, title, bytes: pdf.length, sha256 })
  }
  return { ...exported, row, documents }
}

/** The PDF of a question of an application. */
export async function readDocument(
  source: Source,
  { key, ...asked }: Asked & { readonly key: string },
): Promise<Buffer | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const listed = listDocuments(submission).filter((each) => each.key === key)
  if (listed.length === 0) return refusal('no_document')
  const stored = await source.documents({ applicationId: id, version: submission.version }, listed)
  const pdf = 'missing' in stored || !stored[0] ? undefined : await source.storage.read(stored[0].storageKey)
  return pdf ? Buffer.from(pdf) : refusal('missing_file')
}

/** The packet of an application, without what the rights do not allow: no masked number, and no empty heading either. */
export async function readPacket(source: Source, asked: Asked, rights: readonly string[]): Promise<Readable | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const stored = await source.documents({ applicationId: id, version: submission.version }, listDocuments(submission))
  if ('missing' in stored) return refusal('missing_file')
  const allowed = withoutKeys(submission, withheldKeys(source.form, rights))
  const ownSheets = rights.includes('demographics' satisfies ExportRight)
  const chunks = await assemblePacket(source, allowed, stored, () =>
    renderApplicationPdf(source, allowed, { ownSheets }),
  )
  return Readable.from(chunks, { objectMode: false })
}
