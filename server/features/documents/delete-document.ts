import type { Reply } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import type { Refusal } from '../../platform/http/index.ts'
import { detachDocuments, lockedApplicationOf, writeAnswers } from '../applications/index.ts'
import type { Documents } from './documents.ts'
import { refusedForUpload } from './refused-for-upload.ts'
import { removeFiles } from './remove-files.ts'

/**
 * Deletes what an applicant attached to a question: answer, file and conversion, at once, finished or not. The two
 * calls (requirements 7.document-answer.2 and 7.conversion.3) do the same, as an answer without its conversion is none
 * (Q29). It is fine when there is nothing to delete.
 */
export async function deleteDocument(
  documents: Documents,
  accountId: string,
  answerKey: string,
): Promise<Reply<'deleteDocument'> | Refusal> {
  const outcome = await inTransaction(documents.database.db, async (transaction) => {
    const { id, application } = await lockedApplicationOf(documents, transaction, accountId)
    const refused = await refusedForUpload(documents, transaction, id, answerKey)
    if (refused) return refused
    if (application.answer[answerKey]) await writeAnswers(documents, transaction, id, { [answerKey]: '' })
    return { detached: await detachDocuments(transaction, id, [answerKey]) }
  })
  if (!('detached' in outcome)) return outcome
  // It is out of the application already; a storage that is away only delays the sweeping of its files.
  await removeFiles(documents, outcome.detached, 'deleted by its applicant').catch((err) =>
    documents.log.warn({ err }, 'A deleted file is still there.'),
  )
  return { message: 'Your file is deleted.' }
}
