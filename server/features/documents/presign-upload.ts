import { randomUUID } from 'node:crypto'
import { fileLimits, type Reply } from '../../../api/index.ts'
import { type Refusal, refusalUntil } from '../../platform/http/index.ts'
import { applicationOf } from '../applications/index.ts'
import type { Documents } from './documents.ts'
import { refusedForUpload } from './refused-for-upload.ts'

/** Gives an applicant permission to upload one file for one question, under a key that is the server's own. */
export async function presignUpload(
  documents: Documents,
  accountId: string,
  answerKey: string,
): Promise<Reply<'presignUpload'> | Refusal> {
  const { database, storage, limits } = documents
  const { id } = await applicationOf(documents, database.db, accountId)
  const refused = await refusedForUpload(documents, database.db, id, answerKey)
  if (refused) return refused
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
  const { url, fields } = await storage.presign(file_key, fileLimits.bytes)
  return { url, fields: { ...fields } }
}
