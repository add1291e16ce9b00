import { type Kysely, sql } from 'kysely'
import { type Application, type Form, questionsByKey, withoutHidden } from '../../../engine/index.ts'
import { ownerAccount, REQUEST } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'

/** Whether a key stands for a document that staff ask for, and not for a question. */
export const isRequest = (key: string): boolean => /^request_\d{1,15}$/.test(key)

/** The id of the request that a key stands for. */
export const requestIn = (key: string): number => Number(key.slice(REQUEST.length))

/** The request behind a key, locked, if it belongs to this account and can still be answered. */
export async function openRequest(
  db: Kysely<Tables>,
  accountId: string,
  key: string,
): Promise<{ readonly id: number; readonly applicationId: string } | Refusal> {
  const found = await db
    .selectFrom('document_request')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['document_request.id', 'application_id as applicationId'])
    .select(isOpenRequest.as('is_open'))
    .where('document_request.id', '=', requestIn(key))
    .where(ownerAccount, '=', accountId)
    .forUpdate('document_request')
    .executeTakeFirst()
  if (!found) return refusal('no_upload_question')
  const { is_open, ...request } = found
  return is_open ? request : refusal('request_ended')
}

/** Whether the request of a row can still be answered. */
export const isOpenRequest = sql<boolean>`(
  document_request.ended_at is null and document_request.until > clock_timestamp()
)`

/** The application of a request of this account, whether or not it can still be answered. */
export async function applicationOfRequest(
  db: Kysely<Tables>,
  accountId: string,
  key: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('document_request')
    .innerJoin('application', 'application.id', 'application_id')
    .select('application_id')
    .where('document_request.id', '=', requestIn(key))
    .where(ownerAccount, '=', accountId)
    .executeTakeFirst()
  return found?.application_id
}

/** Whether a question is answered with a document. */
export const isUploadQuestion = (form: Form, key: string): boolean => questionsByKey(form).get(key)?.kind === 'upload'

/** Whether the question that a document answers is asked with the present answers. */
export const isAsked = (form: Form, application: Application, key: string): boolean =>
  !withoutHidden(form, { ...application, answer: { ...application.answer, [key]: 'ANSWERED' } }).cleared.includes(key)
