import { type Selectable, sql, type Transaction } from 'kysely'
import { type DocumentAnswer, moveKeysWithout, type Repeated } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** The beginning of the keys of documents that staff ask for after the submission; no question has such a key. */
export const REQUEST = 'request_'

const attachedStatuses = ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const
const convertingStatuses = ['UNPROCESSED', 'IN_PROGRESS'] as const

const filesOfRow = (...statuses: readonly Selectable<Tables['document']>['status'][]) =>
  sql<Readonly<Record<string, DocumentAnswer>>>`(
    select coalesce(jsonb_object_agg(answer_key, jsonb_build_object(
      'file_name', coalesce(file_name, ''), 'file_size', coalesce(file_size, 0)
    )), '{}')
    from document where application_id = application.id and status in (${sql.join(statuses)})
      and not starts_with(answer_key, ${REQUEST})
  )`

/** The documents of the application of a row: those whose conversion has finished, by answer key. */
export const attachedToRow = filesOfRow('COMPLETED')

/** Its files that are not documents yet, by answer key: still in progress, or failed with a reason not yet read. */
export const convertingOfRow = filesOfRow(...convertingStatuses, 'FAILED')

/**
 * Detaches the documents of these questions from an application, including those still being uploaded or converted. The
 * sweep removes their files later. The caller must empty the answers in the same transaction. Returns the ids of those
 * that belong to no signed version.
 */
export async function detachDocuments(
  transaction: Transaction<Tables>,
  applicationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return []
  const detached = await transaction
    .updateTable('document')
    .set({ status: 'DETACHED', updated_at: sql`clock_timestamp()` })
    .where('application_id', '=', applicationId)
    .where('answer_key', 'in', [...keys])
    .where('status', '!=', 'DETACHED')
    .returning(({ exists, selectFrom }) => [
      'id',
      exists(selectFrom('signed_document').select('version').whereRef('document_id', '=', 'document.id')).as(
        'is_signed',
      ),
    ])
    .execute()
  return detached.filter(({ is_signed }) => !is_signed).map(({ id }) => id)
}

/** The same for a document that staff asked for, which answers no question of the form. */
export const detachRequested = (transaction: Transaction<Tables>, applicationId: string, key: string) =>
  detachDocuments(transaction, applicationId, key.startsWith(REQUEST) ? [key] : [])

/** Moves the documents of later entries down when one entry is removed (Q26); that entry's own are detached. */
export async function moveDocuments(
  transaction: Transaction<Tables>,
  applicationId: string,
  block: Repeated,
  removed: number,
): Promise<void> {
  const moves = moveKeysWithout(block, removed)
  await detachDocuments(transaction, applicationId, block.entries[removed - 1]?.keys ?? [])
  // In the order of the entries, so that each place is free before the next document moves to it.
  for (const { key, from } of moves) {
    if (from === undefined) continue
    await transaction
      .updateTable('document')
      .set({ answer_key: key })
      .where('application_id', '=', applicationId)
      .where('answer_key', '=', from)
      .where('status', 'in', attachedStatuses)
      .execute()
  }
}

/** Whether a conversion for one of these questions, or for any, is still running. */
export async function isConverting(
  transaction: Transaction<Tables>,
  applicationId: string,
  keys?: readonly string[],
): Promise<boolean> {
  const running = transaction
    .selectFrom('document')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('status', 'in', convertingStatuses)
  const row = await (keys === undefined ? running : running.where('answer_key', 'in', [...keys])).executeTakeFirst()
  return row !== undefined
}
