import { randomUUID } from 'node:crypto'
import { fileLimitsOf, type Reply } from '../../../api/index.ts'
import { accountIn, applicationOf, isSubmitted, isSubmittedRow } from '../../applying/applications/index.ts'
import { isRefusal, type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import type { DocumentsDeps } from './deps.ts'
import { isAsked, isOpenRequest, isRequest, isUploadQuestion, openRequest, requestIn } from './document-request.ts'

/** Gives an applicant permission to upload one file for one question, under a key that the server chooses. */
export async function presignUpload(
  deps: DocumentsDeps,
  owner: string,
  answerKey: string,
): Promise<Reply<'presignUpload'> | Refusal> {
  const { database, institution, storage, limits } = deps
  const id = await applicationFor(deps, owner, answerKey)
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
async function applicationFor(deps: DocumentsDeps, owner: string, key: string): Promise<string | Refusal> {
  const { db } = deps.database
  if (isRequest(key)) {
    const request = await openRequest(db, accountIn(owner), key)
    return isRefusal(request) ? request : request.applicationId
  }
  if (!isUploadQuestion(deps.form, key)) return refusal('no_upload_question')
  const { id, application } = await applicationOf(deps, db, owner)
  if (await isSubmitted(db, id)) return refusal('already_submitted')
  return isAsked(deps.form, application, key) ? id : refusal('not_asked')
}

/** Whether the upload permission for a key is still valid: not yet converting, and what it answers can be answered. */
export async function mayUpload({ database }: Pick<DocumentsDeps, 'database'>, key: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['answer_key', isSubmittedRow.as('is_submitted')])
    .where('file_key', '=', key)
    .where('status', '=', 'ISSUED')
    .executeTakeFirst()
  if (!row || !isRequest(row.answer_key)) return row?.is_submitted === false
  const open = await database.db
    .selectFrom('document_request')
    .select('id')
    .where('id', '=', requestIn(row.answer_key))
    .where(isOpenRequest)
    .executeTakeFirst()
  return open !== undefined
}
