import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { NOT_CONVERTED } from '../../../api/index.ts'
import { editApplicationWithId } from '../../applying/applications/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { refusals, type Signature } from '../conversion/index.ts'
import type { DocumentsDeps } from './deps.ts'
import { isAsked, isRequest, requestIn } from './document-request.ts'
import { keepOriginal } from './kept-originals.ts'
import type { ScanResult } from './malware-scan.ts'
import { sealSignatures } from './signatures.ts'
import { removeFiles } from './storage-owner.ts'

/** A file whose process crashed is tried once more. */
const MAX_CRASHES = 2

/** A file that got no processor time for minutes waits again, but not forever: its applicant must be able to submit. */
const MAX_DELAYS = 5

/**
 * Converts one document and settles it. It may run twice, even at the same time: the first run to settle wins, and both
 * work on the same bytes. Throws if another try may succeed: after a crash, or if the storage or the scanner is away. A
 * run that its own server cut short also throws, but does not count, however often that happens.
 */
export async function convertDocument(deps: DocumentsDeps, id: string): Promise<void> {
  const document = await startDocument(deps, id)
  if (!document) return
  try {
    await convertStarted(deps, document)
  } finally {
    await removeLateFiles(deps, id)
  }
}

type StartedDocument = NonNullable<Awaited<ReturnType<typeof startDocument>>>

async function convertStarted(deps: DocumentsDeps, document: StartedDocument): Promise<unknown> {
  const { storage, converter, scan, log } = deps
  const { id } = document
  const fail = (message: string) => settleDocument(deps, id, { status: 'FAILED', message })
  const bytes = await bytesOf(deps, document)
  if (!bytes) return fail(refusals.notArrived)
  const scanned = await scan?.(bytes)
  if (scanned?.signature !== undefined) {
    await auditInfected(deps, document, scanned.signature)
    // Unless another run has made it a document by then, or it was deleted.
    if (await fail(refusals.infected)) await removeFiles(deps, [id], 'infected')
    return
  }
  if (!(await storeOriginal(deps, document, bytes, scanned))) return
  const outcome = await converter.convert(bytes)
  if ('refused' in outcome) return fail(outcome.refused)
  if ('pdf' in outcome) {
    await storage.write(document.result_key, outcome.pdf)
    const { signatures = [] } = outcome
    if (signatures.length === 0) return settleDocument(deps, id, { status: 'COMPLETED' })
    await keepOriginal(deps, document, bytes)
    return settleDocument(deps, id, { status: 'COMPLETED', signatures })
  }
  log.warn({ document: id, ...outcome }, 'A conversion did not finish.')
  // The same work would take just as long again while others wait.
  if ('exhausted' in outcome) return fail(refusals.tooMuchWork)
  const { crashes, delays } = await increment(deps, id, 'crashed' in outcome ? 'crashes' : 'delays')
  if (crashes >= MAX_CRASHES) return fail(NOT_CONVERTED)
  if (delays >= MAX_DELAYS) return fail(refusals.busy)
  throw new Error('The conversion did not finish.')
}

/** Marks a document as in progress; undefined if nothing is left to do for it. */
const startDocument = ({ database }: DocumentsDeps, id: string) =>
  database.db
    .updateTable('document')
    .set({ status: 'IN_PROGRESS', attempts: sql`attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returning(['id', 'application_id', 'answer_key', 'file_key', 'original_key', 'result_key'])
    .executeTakeFirst()

/** The scanned bytes if there are any, otherwise the upload: its form may have written again since the scan. */
async function bytesOf({ storage }: DocumentsDeps, document: StartedDocument): Promise<Uint8Array | undefined> {
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
  { database, storage, now }: DocumentsDeps,
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

const originalKey = (deps: DocumentsDeps['storage'], { application_id, id }: StartedDocument, bytes: Uint8Array) =>
  deps.keyOf('originals', application_id, `${id}-${createHash('sha256').update(bytes).digest('hex')}`)

const increment = ({ database }: DocumentsDeps, id: string, what: 'crashes' | 'delays') =>
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
async function removeLateFiles(deps: DocumentsDeps, id: string): Promise<void> {
  const removed = await deps.database.db
    .selectFrom('removed_file')
    .innerJoin('document', (join) =>
      join
        .onRef('document.id', '=', 'removed_file.document_id')
        // Says nothing more, but has an index.
        .onRef('document.application_id', '=', 'removed_file.application_id'),
    )
    .select('key')
    .where('document_id', '=', id)
    .where('document.status', '=', 'DETACHED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('signed_document').select('version').where('signed_document.document_id', '=', id))),
    )
    .executeTakeFirst()
  if (removed) await removeFiles(deps, [id], 'deleted by its applicant')
}

async function auditInfected({ database }: DocumentsDeps, document: StartedDocument, signature: string): Promise<void> {
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

type ConversionResult =
  | { readonly status: 'COMPLETED'; readonly signatures?: readonly Signature[] }
  | { readonly status: 'FAILED'; readonly message: string }

/**
 * Ends a conversion, in one transaction: COMPLETED answers the question and attaches the document, FAILED empties the
 * answer (requirements 4.upload.5 and 4.upload.6). Does nothing, and returns false, if another run was first or the
 * document was deleted meanwhile.
 */
async function settleDocument(deps: DocumentsDeps, id: string, result: ConversionResult): Promise<boolean> {
  const { database, form } = deps
  const owner = await database.db
    .selectFrom('document')
    .select(['application_id', 'answer_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) return false
  if (isRequest(owner.answer_key)) return settleRequest(deps, { id, ...owner }, result)
  const settled = await editApplicationWithId(deps, owner.application_id, async (edited) => {
    const { transaction, application } = edited
    const document = await end(deps, transaction, id, result)
    if (!document) return false
    const { answer_key: key } = document
    if (result.status === 'FAILED') {
      if (application.answer[key]) edited.write({ [key]: '' })
      return true
    }
    // The question may have been hidden during the conversion.
    if (!isAsked(form, application, key)) {
      await edited.detach([key])
      return true
    }
    edited.write({ [key]: 'ANSWERED' })
    return true
  })
  return settled === true
}

/**
 * Ends the conversion of a document that staff asked for; a good one answers the request. If the request was taken back
 * or its application withdrawn meanwhile, nobody is told of the document, and it goes.
 */
const settleRequest = (
  deps: DocumentsDeps,
  { id, application_id, answer_key: key }: Pick<Selectable<Tables['document']>, 'id' | 'application_id' | 'answer_key'>,
  result: ConversionResult,
): Promise<boolean> =>
  inTransaction(deps.database.db, async (transaction) => {
    // First this, as whoever erases it: the database locks it anyway when it records the change for the feed.
    await transaction.selectFrom('application').select('id').where('id', '=', application_id).forKeyShare().execute()
    const request = await transaction
      .selectFrom('document_request')
      .select('ended_at')
      .where('id', '=', requestIn(key))
      .forUpdate()
      .executeTakeFirst()
    const document = await end(deps, transaction, id, result)
    if (!document) return false
    if (result.status === 'FAILED') return true
    if (request?.ended_at !== null) {
      await transaction.updateTable('document').set({ status: 'DETACHED' }).where('id', '=', id).execute()
      return true
    }
    await transaction
      .updateTable('document_request')
      .set({ document_id: id, ended_at: sql`clock_timestamp()` })
      .where('id', '=', requestIn(key))
      .execute()
    await deps.onAnswered(transaction)
    return true
  })

/** Ends the conversion in the document's row; undefined if it has ended already. */
async function end(
  { keyRing }: Pick<DocumentsDeps, 'keyRing'>,
  transaction: Kysely<Tables>,
  id: string,
  result: ConversionResult,
) {
  const { data_key, application_id } = await transaction
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['data_key', 'application_id'])
    .where('document.id', '=', id)
    .executeTakeFirstOrThrow()
  const signatures = 'signatures' in result && result.signatures
  return transaction
    .updateTable('document')
    .set({
      status: result.status,
      message: 'message' in result ? result.message : null,
      ...(signatures && {
        signatures: JSON.stringify(sealSignatures(keyRing, { id, application_id, data_key }, signatures)),
      }),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returningAll()
    .executeTakeFirst()
}
