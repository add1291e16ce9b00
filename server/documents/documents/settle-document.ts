import { type Kysely, type Selectable, sql } from 'kysely'
import { editApplicationWithId } from '../../applying/applications/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { isRequest, requestIn } from './document-request.ts'
import type { Documents } from './documents.ts'
import { isAsked } from './is-upload-question.ts'

type ConversionResult = { readonly status: 'COMPLETED' } | { readonly status: 'FAILED'; readonly message: string }

/**
 * Ends a conversion, in one transaction: COMPLETED answers the question and attaches the document, FAILED empties the
 * answer (requirements 4.upload.5 and 4.upload.6). Does nothing, and returns false, if another run was first or the
 * document was deleted meanwhile.
 */
export async function settleDocument(documents: Documents, id: string, result: ConversionResult): Promise<boolean> {
  const { database, form } = documents
  const owner = await database.db
    .selectFrom('document')
    .select(['application_id', 'answer_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) return false
  if (isRequest(owner.answer_key)) return settleRequest(documents, { id, ...owner }, result)
  const settled = await editApplicationWithId(documents, owner.application_id, async (edited) => {
    const { transaction, application } = edited
    const document = await end(transaction, id, result)
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
  documents: Documents,
  { id, application_id, answer_key: key }: Pick<Selectable<Tables['document']>, 'id' | 'application_id' | 'answer_key'>,
  result: ConversionResult,
): Promise<boolean> =>
  inTransaction(documents.database.db, async (transaction) => {
    // First this, as whoever erases it: the database locks it anyway when it records the change for the feed.
    await transaction.selectFrom('application').select('id').where('id', '=', application_id).forKeyShare().execute()
    const request = await transaction
      .selectFrom('document_request')
      .select('ended_at')
      .where('id', '=', requestIn(key))
      .forUpdate()
      .executeTakeFirst()
    const document = await end(transaction, id, result)
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
    await documents.onAnswered(transaction)
    return true
  })

/** Ends the conversion in the document's row; undefined if it has ended already. */
const end = (transaction: Kysely<Tables>, id: string, result: ConversionResult) =>
  transaction
    .updateTable('document')
    .set({
      status: result.status,
      message: 'message' in result ? result.message : null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returningAll()
    .executeTakeFirst()
