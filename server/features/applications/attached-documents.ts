import { type Kysely, sql, type Transaction } from 'kysely'
import { type DocumentAnswer, placesWithout, type Repeated } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'

const inPlace = ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const
const converting = ['UNPROCESSED', 'IN_PROGRESS'] as const

/**
 * Takes the documents of these questions out of an application, those still being uploaded or converted too. Their files
 * are swept after a while. The answers are the caller's to empty, in the same transaction. Returns the documents' ids.
 */
export async function detachDocuments(
  transaction: Transaction<Tables>,
  applicationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return []
  await transaction
    .updateTable('application')
    .set({
      document_answer: sql`document_answer - array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
    })
    .where('id', '=', applicationId)
    .execute()
  const detached = await transaction
    .updateTable('document')
    .set({ status: 'DETACHED', updated_at: sql`clock_timestamp()` })
    .where('application_id', '=', applicationId)
    .where('answer_key', 'in', [...keys])
    .where('status', '!=', 'DETACHED')
    .returning('id')
    .execute()
  return detached.map(({ id }) => id)
}

/** Moves the documents of later entries down when one entry goes (Q26); that entry's own are detached. */
export async function moveDocuments(
  transaction: Transaction<Tables>,
  applicationId: string,
  block: Repeated,
  removed: number,
  left: Readonly<Record<string, DocumentAnswer>>,
): Promise<void> {
  const places = placesWithout(block, removed)
  await detachDocuments(transaction, applicationId, block.entries[removed - 1]?.keys ?? [])
  // In the order of the entries: each place is free by the time the next document comes to it.
  for (const { key, from } of places) {
    if (from === undefined) continue
    await transaction
      .updateTable('document')
      .set({ answer_key: key })
      .where('application_id', '=', applicationId)
      .where('answer_key', '=', from)
      .where('status', 'in', inPlace)
      .execute()
  }
  await transaction
    .updateTable('application')
    .set({ document_answer: JSON.stringify(left) })
    .where('id', '=', applicationId)
    .execute()
}

/** Whether a conversion of one of these questions, or of any, has not come to its end. */
export async function isConverting(
  transaction: Transaction<Tables>,
  applicationId: string,
  keys?: readonly string[],
): Promise<boolean> {
  const running = transaction
    .selectFrom('document')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('status', 'in', converting)
  const row = await (keys === undefined ? running : running.where('answer_key', 'in', [...keys])).executeTakeFirst()
  return row !== undefined
}

/** The files of an application that are no documents yet, by answer key: under way, or failed with a reason still to be read. */
export async function filesConverting(
  db: Kysely<Tables>,
  applicationId: string,
): Promise<Readonly<Record<string, DocumentAnswer>>> {
  const rows = await db
    .selectFrom('document')
    .select(['answer_key', 'file_name', 'file_size'])
    .where('application_id', '=', applicationId)
    .where('status', 'in', [...converting, 'FAILED'])
    .execute()
  return Object.fromEntries(
    rows.map(({ answer_key, file_name, file_size }) => [
      answer_key,
      { file_name: file_name ?? '', file_size: file_size ?? 0 },
    ]),
  )
}
