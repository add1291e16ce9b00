import type { Reply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { accountIn, detachRequested, editApplication } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import type { DocumentsDeps } from './deps.ts'
import { isRequest, isUploadQuestion, openRequest } from './document-request.ts'
import { removeFiles } from './storage-owner.ts'

export const deletedReply = (): Reply<'deleteDocument'> => ({ message: say('Your file is deleted.') })

/**
 * Deletes what an applicant attached to a question at once, whether finished or not: answer, file and conversion. The
 * two calls (requirements 7.document-answer.2 and 7.conversion.3) do the same, because an answer without its conversion
 * does not exist (Q29). Succeeds if there is nothing to delete.
 */
export async function deleteDocument(
  deps: DocumentsDeps,
  owner: string,
  answerKey: string,
): Promise<Reply<'deleteDocument'> | Refusal> {
  if (isRequest(answerKey)) return deleteRequested(deps, accountIn(owner), answerKey)
  if (!isUploadQuestion(deps.form, answerKey)) return refusal('no_upload_question')
  const outcome = await editApplication(deps, owner, async ({ application, write, detach }) => {
    if (application.answer[answerKey]) write({ [answerKey]: '' })
    return { detached: await detach([answerKey]) }
  })
  return remove(deps, outcome)
}

/** The same for a document that staff ask for, until it has answered the request. */
const deleteRequested = async (deps: DocumentsDeps, accountId: string, key: string) =>
  remove(
    deps,
    await inTransaction(deps.database.db, async (transaction) => {
      const request = await openRequest(transaction, accountId, key)
      return isRefusal(request) ? request : { detached: await detachRequested(transaction, request.applicationId, key) }
    }),
  )

async function remove(
  deps: DocumentsDeps,
  outcome: { readonly detached: readonly string[] } | Refusal,
): Promise<Reply<'deleteDocument'> | Refusal> {
  if (!('detached' in outcome)) return outcome
  // The application no longer contains it; if the storage is away, the files are only swept later.
  await removeFiles(deps, outcome.detached, 'deleted by its applicant').catch((err) =>
    deps.log.warn({ err }, 'The files of a deleted document could not be removed yet.'),
  )
  return deletedReply()
}
