import type { Reply } from '../../../api/index.ts'
import { accountIn, detachRequested, editApplication } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { isRequest, openRequest } from './document-request.ts'
import type { Documents } from './documents.ts'
import { isUploadQuestion } from './is-upload-question.ts'
import { removeFiles } from './remove-files.ts'

export const DELETED = { message: 'Your file is deleted.' }

/**
 * Deletes what an applicant attached to a question at once, whether finished or not: answer, file and conversion. The
 * two calls (requirements 7.document-answer.2 and 7.conversion.3) do the same, because an answer without its conversion
 * does not exist (Q29). Succeeds if there is nothing to delete.
 */
export async function deleteDocument(
  documents: Documents,
  owner: string,
  answerKey: string,
): Promise<Reply<'deleteDocument'> | Refusal> {
  if (isRequest(answerKey)) return deleteRequested(documents, accountIn(owner), answerKey)
  if (!isUploadQuestion(documents.form, answerKey)) return refusal('no_upload_question')
  const outcome = await editApplication(documents, owner, async ({ application, write, detach }) => {
    if (application.answer[answerKey]) write({ [answerKey]: '' })
    return { detached: await detach([answerKey]) }
  })
  return remove(documents, outcome)
}

/** The same for a document that staff ask for, until it has answered the request. */
const deleteRequested = async (documents: Documents, accountId: string, key: string) =>
  remove(
    documents,
    await inTransaction(documents.database.db, async (transaction) => {
      const request = await openRequest(transaction, accountId, key)
      return isRefusal(request) ? request : { detached: await detachRequested(transaction, request.applicationId, key) }
    }),
  )

async function remove(
  documents: Documents,
  outcome: { readonly detached: readonly string[] } | Refusal,
): Promise<Reply<'deleteDocument'> | Refusal> {
  if (!('detached' in outcome)) return outcome
  // The application no longer contains it; if the storage is away, the files are only swept later.
  await removeFiles(documents, outcome.detached, 'deleted by its applicant').catch((err) =>
    documents.log.warn({ err }, 'The files of a deleted document could not be removed yet.'),
  )
  return DELETED
}
