import { sql } from 'kysely'
import { refusals } from '../conversion/index.ts'
import type { Documents } from './documents.ts'
import { settleDocument } from './settle-document.ts'

/** A file whose process crashed is tried once more. */
const MOST_CRASHES = 2
/** However often servers were killed meanwhile: a file that brings them down is not tried for ever. */
const MOST_ATTEMPTS = 6

const INFECTED =
  'Our virus scanner found something harmful in your file, and we deleted it. Please check your device and upload another file.'
const GONE = 'Your file did not arrive. Please upload it again.'

/**
 * Converts one document and settles it. It bears being run twice, also at the same time: whoever settles first wins, and
 * both write the same file. Throws where another try may go better: a crash, a storage or a scanner that is away.
 */
export async function convertDocument(documents: Documents, id: string): Promise<void> {
  const { storage, converter, scan, log } = documents
  const document = await begun(documents, id)
  if (!document) return
  const fail = (message: string) => settleDocument(documents, id, { status: 'FAILED', message })
  if (document.attempts > MOST_ATTEMPTS) return fail(refusals.failed)
  const bytes = await storage.read(document.file_key)
  if (!bytes) return fail(GONE)
  const signature = await scan?.(bytes)
  if (signature !== undefined) {
    await fail(INFECTED)
    await storage.remove(document.file_key)
    return noteInfected(documents, document, signature)
  }
  const outcome = await converter.convert(bytes)
  if ('refused' in outcome) return fail(outcome.refused)
  if ('crashed' in outcome) {
    log.warn({ document: id, reason: outcome.crashed, attempt: document.attempts }, 'A conversion crashed.')
    if (document.attempts < MOST_CRASHES) throw new Error('The conversion crashed.')
    return fail(refusals.failed)
  }
  await storage.write(document.result_key, outcome.pdf)
  await settleDocument(documents, id, { status: 'COMPLETED' })
}

/** Marks a document as being worked on; undefined when there is nothing left to do for it. */
const begun = ({ database }: Documents, id: string) =>
  database.db
    .updateTable('document')
    .set({ status: 'IN_PROGRESS', attempts: sql`attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returning(['application_id', 'answer_key', 'file_key', 'result_key', 'attempts'])
    .executeTakeFirst()

async function noteInfected(
  { database }: Documents,
  { application_id, answer_key }: { readonly application_id: string; readonly answer_key: string },
  signature: string,
): Promise<void> {
  await database.db
    .insertInto('audit')
    .values({
      actor: 'virus scanner',
      action: 'refused an infected document',
      subject: application_id,
      detail: JSON.stringify({ answer_key, signature }),
    })
    .execute()
}
