import { sql } from 'kysely'
import { withoutHidden } from '../../../engine/index.ts'
import { editApplication } from '../applications/index.ts'
import type { Documents } from './documents.ts'

type ConversionResult = { readonly status: 'COMPLETED' } | { readonly status: 'FAILED'; readonly message: string }

/**
 * Ends a conversion, in one transaction: COMPLETED answers the question and attaches the document, FAILED empties the
 * answer (requirements 4.upload.5 and 4.upload.6). Does nothing if another run was first or the document was deleted
 * meanwhile.
 */
export async function settleDocument(documents: Documents, id: string, result: ConversionResult): Promise<void> {
  const { database, form } = documents
  const owner = await database.db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select('account_id')
    .where('document.id', '=', id)
    .executeTakeFirst()
  if (!owner) return
  await editApplication(documents, owner.account_id, async (edited) => {
    const { transaction, application } = edited
    const document = await transaction
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
    if (!document) return
    const { answer_key: key, file_name, file_size } = document
    const { answer, document_answer } = application
    if (result.status === 'FAILED') {
      if (answer[key]) edited.write({ [key]: '' })
      return
    }
    const attached = { ...document_answer, [key]: { file_name: file_name ?? '', file_size: file_size ?? 0 } }
    const answered = { ...application, answer: { ...answer, [key]: 'ANSWERED' }, document_answer: attached }
    // The question may have been hidden during the conversion.
    if (withoutHidden(form, answered).cleared.includes(key)) {
      await edited.detach([key])
      return
    }
    edited.write({ [key]: 'ANSWERED' })
  })
}
