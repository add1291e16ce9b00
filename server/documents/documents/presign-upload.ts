import { randomUUID } from 'node:crypto'
import { fileLimitsOf, type Reply } from '../../../api/index.ts'
import { accountIn, applicationOf, isSubmitted } from '../../applying/applications/index.ts'
import { isRefusal, type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { isRequest, openRequest } from './document-request.ts'
import type { Documents } from './documents.ts'
import { isAsked, isUploadQuestion } from './is-upload-question.ts'

/** Gives an applicant permission to upload one file for one question, under a key that the server chooses. */
export async function presignUpload(
  documents: Documents,
  owner: string,
  answerKey: string,
): Promise<Reply<'presignUpload'> | Refusal> {
  const { database, institution, storage, limits } = documents
  const id = await applicationFor(documents, owner, answerKey)
  if (isRefusal(id)) return id
  const allowance = await limits.takeForSession('upload', accountIn(owner))
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  const document = randomUUID()
  const file_key = storage.keyOf('uploads', id, document)
  await database.db
    .insertInto('document')
    .values({
      id: document,
      application_id: id,
      answer_key: answerKey,
      file_key,
      result_key: storage.keyOf('converted', id, `${document}.pdf`),
    })
    .execute()
  const { url, fields } = await storage.presign(file_key, fileLimitsOf(institution.file_megabytes).bytes)
  return { url, fields: { ...fields } }
}

/**
 * The id of the application that this key belongs to, if it takes a document now. A permission changes nothing in the
 * application, and is invalid once that is submitted: see mayUpload.
 */
async function applicationFor(documents: Documents, owner: string, key: string): Promise<string | Refusal> {
  const { db } = documents.database
  if (isRequest(key)) {
    const request = await openRequest(db, accountIn(owner), key)
    return isRefusal(request) ? request : request.applicationId
  }
  if (!isUploadQuestion(documents.form, key)) return refusal('no_upload_question')
  const { id, application } = await applicationOf(documents, db, owner)
  if (await isSubmitted(db, id)) return refusal('already_submitted')
  return isAsked(documents.form, application, key) ? id : refusal('not_asked')
}
