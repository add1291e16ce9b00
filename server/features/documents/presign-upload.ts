import { randomUUID } from 'node:crypto'
import { fileLimitsOf, type Reply } from '../../../api/index.ts'
import { type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { applicationOf, isSubmitted } from '../applications/index.ts'
import type { Documents } from './documents.ts'
import { isUploadQuestion } from './is-upload-question.ts'

/** Gives an applicant permission to upload one file for one question, under a key that the server chooses. */
export async function presignUpload(
  documents: Documents,
  accountId: string,
  answerKey: string,
): Promise<Reply<'presignUpload'> | Refusal> {
  const { database, form, institution, storage, limits } = documents
  if (!isUploadQuestion(form, answerKey)) return refusal('no_upload_question')
  const { id } = await applicationOf(documents, database.db, accountId)
  // A permission changes nothing in the application, and is invalid once that is submitted: see mayUpload.
  if (await isSubmitted(database.db, id)) return refusal('already_submitted')
  const allowance = await limits.takeForSession('upload', accountId)
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
