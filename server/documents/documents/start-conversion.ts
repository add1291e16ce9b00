import { sql, type Transaction } from 'kysely'
import { type Body, fileLimitsOf, fileProblem, type Reply } from '../../../api/index.ts'
import { canonicalFileName, questionsByKey, say } from '../../../engine/index.ts'
import { accountIn, applicationIdOf, detachRequested, editApplication } from '../../applying/applications/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { signedPath } from '../../platform/secrets/index.ts'
import { requestConversion } from './conversion-jobs.ts'
import type { DocumentsDeps } from './deps.ts'
import { applicationOfRequest, isAsked, isRequest, isUploadQuestion, openRequest } from './document-request.ts'
import { signaturesForApplicant, signaturesOf } from './signatures.ts'

/**
 * Makes an uploaded file the document of a question and requests its conversion; the question's previous document is
 * detached. The key must be the one issued to this applicant for this question. A repeated call only returns the
 * progress.
 */
export async function startConversion(
  deps: DocumentsDeps,
  owner: string,
  answerKey: string,
  { file_key, file_name }: Body<'startConversion'>,
): Promise<Reply<'startConversion'> | Refusal> {
  const isForRequest = isRequest(answerKey)
  if (!isForRequest && !isUploadQuestion(deps.form, answerKey)) return refusal('no_upload_question')
  const size = await sizeOfIssued(deps, file_key)
  const start = ({ id, transaction, ...place }: Place) =>
    startIn(deps, { id, transaction, ...place }, { answerKey, file_key, file_name, size })
  if (isForRequest)
    return inTransaction(deps.database.db, async (transaction) => {
      const request = await openRequest(transaction, accountIn(owner), answerKey)
      if (isRefusal(request)) return request
      const { applicationId: id } = request
      return start({
        id,
        transaction,
        isNeeded: true,
        clear: async () => void (await detachRequested(transaction, id, answerKey)),
      })
    })
  return editApplication(deps, owner, ({ id, transaction, application, write, detach }) =>
    start({
      id,
      transaction,
      isNeeded: isAsked(deps.form, application, answerKey),
      clear: async () => {
        await detach([answerKey])
        if (application.answer[answerKey]) write({ [answerKey]: '' })
      },
    }),
  )
}

/** Where a document belongs: its locked application, and how what was there before is taken away. */
type Place = {
  readonly id: string
  readonly transaction: Transaction<Tables>
  /** Whether the question is asked, or the request open. */
  readonly isNeeded: boolean
  readonly clear: () => Promise<void>
}

async function startIn(
  deps: DocumentsDeps,
  { id, transaction, isNeeded, clear }: Place,
  { answerKey, file_key, file_name, size }: Body<'startConversion'> & { answerKey: string; size: number | undefined },
): Promise<Reply<'startConversion'> | Refusal> {
  const document = await transaction
    .selectFrom('document')
    .select(['id', 'status'])
    .where('file_key', '=', file_key)
    .where('application_id', '=', id)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst()
  if (!document || document.status === 'DETACHED') return refusal('foreign_file')
  if (document.status !== 'ISSUED') return { status: document.status }
  if (!isNeeded) return refusal('not_asked')
  if (size === undefined) return refusal('no_file')
  const limits = fileLimitsOf(deps.institution.file_megabytes)
  const name = canonicalFileName(file_name)
  const problem = isValidName(file_name)
    ? fileProblem(name, size, limits)
    : say('The name of your file cannot be read. Please give it a plain name and upload it again.')
  if (problem !== undefined) return { ...refusal('refused_file'), message: problem }
  await clear()
  await transaction
    .updateTable('document')
    .set({ status: 'UNPROCESSED', file_name: name, file_size: size, updated_at: sql`clock_timestamp()` })
    .where('id', '=', document.id)
    .execute()
  const work = { id: document.id, applicationId: id, name, attempts: 0 }
  await requestConversion(deps.jobs, transaction, work)
  return { status: 'UNPROCESSED' }
}

/** Size of an upload in bytes; looks up only issued keys, so no other key reaches the storage. */
async function sizeOfIssued({ database, storage }: DocumentsDeps, fileKey: string): Promise<number | undefined> {
  const issued = await database.db
    .selectFrom('document')
    .select('id')
    .where('file_key', '=', fileKey)
    .executeTakeFirst()
  return issued && storage.sizeOf(fileKey)
}

/** No NUL, which PostgreSQL refuses, no half a character, and nothing that would break a line of a header or a mail. */
const isValidName = (name: string) => name.isWellFormed() && !/\p{Cc}/u.test(name)

/** The progress of a document's conversion; COMPLETED has a link to the PDF, valid for 20 minutes, and what of its signature. */
export async function readConversion(
  { database, form, keyRing, now }: DocumentsDeps,
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
    .innerJoin('application', 'application.id', 'application_id')
    .select(['document.id', 'status', 'message', 'signatures', 'application_id', 'data_key'])
    .where('application_id', '=', applicationId ?? null)
    .where('answer_key', '=', answerKey)
    .where('status', 'not in', ['ISSUED', 'DETACHED'])
    .executeTakeFirst()
  if (!document || document.status === 'ISSUED' || document.status === 'DETACHED') return { status: 'NOT_ANSWERED' }
  const { id, status, message } = document
  const signature = signaturesForApplicant(signaturesOf(keyRing, document))
  return {
    status,
    // It is stored in English.
    ...(message === null ? {} : { message: say(message) }),
    ...(signature === undefined ? {} : { signature }),
    ...(status === 'COMPLETED' ? { url: `/documents/${signedPath(keyRing, 'document links', id, now())}` } : {}),
  }
}
