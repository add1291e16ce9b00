import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { NOT_CONVERTED } from '../../../api/index.ts'
import { refusals } from '../conversion/index.ts'
import type { ScanResult } from './create-scan.ts'
import type { Documents } from './documents.ts'
import { removeFiles } from './remove-files.ts'
import { settleDocument } from './settle-document.ts'

/** A file whose process crashed is tried once more. */
const MAX_CRASHES = 2
/** A file that got no processor time for minutes waits again, but not forever: its applicant must be able to submit. */
const MAX_DELAYS = 5

/**
 * Converts one document and settles it. It may run twice, even at the same time: the first run to settle wins, and both
 * work on the same bytes. Throws if another try may succeed: after a crash, or if the storage or the scanner is away. A
 * run that its own server cut short also throws, but does not count, however often that happens.
 */
export async function convertDocument(documents: Documents, id: string): Promise<void> {
  const document = await startDocument(documents, id)
  if (!document) return
  try {
    await convertStarted(documents, document)
  } finally {
    await removeLateFiles(documents, id)
  }
}

type StartedDocument = NonNullable<Awaited<ReturnType<typeof startDocument>>>

async function convertStarted(documents: Documents, document: StartedDocument): Promise<unknown> {
  const { storage, converter, scan, log } = documents
  const { id } = document
  const fail = (message: string) => settleDocument(documents, id, { status: 'FAILED', message })
  const bytes = await bytesOf(documents, document)
  if (!bytes) return fail(refusals.notArrived)
  const scanned = await scan?.(bytes)
  if (scanned?.signature !== undefined) {
    await auditInfected(documents, document, scanned.signature)
    // Unless another run has made it a document by then, or it was deleted.
    if (await fail(refusals.infected)) await removeFiles(documents, [id], 'infected')
    return
  }
  if (!(await storeOriginal(documents, document, bytes, scanned))) return
  const outcome = await converter.convert(bytes)
  if ('refused' in outcome) return fail(outcome.refused)
  if ('pdf' in outcome) {
    await storage.write(document.result_key, outcome.pdf)
    return settleDocument(documents, id, { status: 'COMPLETED' })
  }
  log.warn({ document: id, ...outcome }, 'A conversion did not finish.')
  // The same work would take just as long again while others wait.
  if ('exhausted' in outcome) return fail(refusals.tooMuchWork)
  const { crashes, delays } = await increment(documents, id, 'crashed' in outcome ? 'crashes' : 'delays')
  if (crashes >= MAX_CRASHES) return fail(NOT_CONVERTED)
  if (delays >= MAX_DELAYS) return fail(refusals.busy)
  throw new Error('The conversion did not finish.')
}

/** Marks a document as in progress; undefined if nothing is left to do for it. */
const startDocument = ({ database }: Documents, id: string) =>
  database.db
    .updateTable('document')
    .set({ status: 'IN_PROGRESS', attempts: sql`attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returning(['id', 'application_id', 'answer_key', 'file_key', 'original_key', 'result_key'])
    .executeTakeFirst()

/** The scanned bytes if there are any, otherwise the upload: its form may have written again since the scan. */
async function bytesOf({ storage }: Documents, document: StartedDocument): Promise<Uint8Array | undefined> {
  const { original_key, file_key } = document
  const original = original_key === null ? undefined : await storage.read(original_key)
  if (original) return original
  const uploaded = await storage.read(file_key)
  const isSame = original_key === null || (uploaded && originalKey(storage, document, uploaded) === original_key)
  return isSame ? uploaded : undefined
}

/**
 * Stores the scanned bytes where no upload form can write, under a key that contains their digest, and records the
 * scan. The first run to do so decides for all others. False if the document was deleted meanwhile.
 */
async function storeOriginal(
  { database, storage, now }: Documents,
  document: StartedDocument,
  bytes: Uint8Array,
  scanned: ScanResult | undefined,
): Promise<boolean> {
  const key = originalKey(storage, document, bytes)
  const row = await database.db
    .updateTable('document')
    .set({
      original_key: sql`coalesce(original_key, ${key})`,
      file_size: bytes.length,
      ...(scanned && { scanned_at: now(), scanned_by: scanned.by }),
    })
    .where('id', '=', document.id)
    .where('status', '=', 'IN_PROGRESS')
    .returning('original_key')
    .executeTakeFirst()
  if (!row) return false
  if (row.original_key !== key) throw new Error('Another run of this conversion started with different bytes.')
  if (document.original_key === null || (await storage.sizeOf(key)) === undefined) await storage.write(key, bytes)
  return true
}

const originalKey = (storage: Documents['storage'], { application_id, id }: StartedDocument, bytes: Uint8Array) =>
  storage.keyOf('originals', application_id, `${id}-${createHash('sha256').update(bytes).digest('hex')}`)

const increment = ({ database }: Documents, id: string, what: 'crashes' | 'delays') =>
  database.db
    .updateTable('document')
    .set({ [what]: sql`${sql.ref(what)} + 1` })
    .where('id', '=', id)
    .returning(['crashes', 'delays'])
    .executeTakeFirst()
    .then((row) => row ?? { crashes: MAX_CRASHES, delays: 0 }) // it is gone, and nothing is left to try

/**
 * If an applicant deleted the document during its conversion, files may have been written after the removal. One that
 * another run had finished may be a signed version's by then.
 */
async function removeLateFiles(documents: Documents, id: string): Promise<void> {
  const removed = await documents.database.db
    .selectFrom('removed_file')
    .innerJoin('document', 'document.id', 'removed_file.document_id')
    .select('key')
    .where('document_id', '=', id)
    .where('document.status', '=', 'DETACHED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('signed_document').select('version').where('signed_document.document_id', '=', id))),
    )
    .executeTakeFirst()
  if (removed) await removeFiles(documents, [id], 'deleted by its applicant')
}

async function auditInfected({ database }: Documents, document: StartedDocument, signature: string): Promise<void> {
  await database.db
    .insertInto('audit')
    .values({
      actor: 'virus scanner',
      action: 'refused an infected document',
      subject: document.application_id,
      detail: JSON.stringify({ answer_key: document.answer_key, signature }),
    })
    .execute()
}
