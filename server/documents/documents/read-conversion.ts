import type { Reply } from '../../../api/index.ts'
import { questionsByKey } from '../../../engine/index.ts'
import { applicationIdOf } from '../../applying/applications/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { signedPath } from '../../platform/secrets/index.ts'
import { applicationOfRequest, isRequest } from './document-request.ts'
import type { Documents } from './documents.ts'

/** The progress of a document's conversion; COMPLETED has a link to the PDF, valid for 20 minutes. */
export async function readConversion(
  { database, form, keyRing, now }: Documents,
  accountId: string,
  answerKey: string,
): Promise<Reply<'conversion'> | Refusal> {
  const isForRequest = isRequest(answerKey)
  if (!isForRequest && questionsByKey(form).get(answerKey)?.kind !== 'upload') return refusal('no_upload_question')
  const applicationId = isForRequest
    ? await applicationOfRequest(database.db, accountId, answerKey)
    : await applicationIdOf(database.db, accountId)
  const document = await database.db
    .selectFrom('document')
    .select(['id', 'status', 'message'])
    .where('application_id', '=', applicationId ?? null)
    .where('answer_key', '=', answerKey)
    .where('status', 'not in', ['ISSUED', 'DETACHED'])
    .executeTakeFirst()
  if (!document || document.status === 'ISSUED' || document.status === 'DETACHED') return { status: 'NOT_ANSWERED' }
  const { id, status, message } = document
  return {
    status,
    ...(message === null ? {} : { message }),
    ...(status === 'COMPLETED' ? { url: `/documents/${signedPath(keyRing, 'document links', id, now())}` } : {}),
  }
}
