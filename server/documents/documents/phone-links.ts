import type { Body, Reply } from '../../../api/index.ts'
import { applicationIdOf, isSubmitted } from '../../applying/applications/index.ts'
import { endedBefore, inTransaction } from '../../platform/database/index.ts'
import {
  type App,
  type Applicant,
  isRefusal,
  type Refusal,
  refusal,
  refusalUntil,
  serveCall,
} from '../../platform/http/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { deleteDocument, deletedReply } from './delete-document.ts'
import type { DocumentsDeps } from './deps.ts'
import { isUploadQuestion } from './document-request.ts'
import { presignUpload } from './presign-upload.ts'
import { readConversion, startConversion } from './start-conversion.ts'

/** The calls for adding a document from another phone. */
export function phoneLinkRoutes(app: App, deps: DocumentsDeps): void {
  serveCall(app, 'makePhoneLink', ({ applicant, body }) => makePhoneLink(deps, applicant, body.answer_key))
  /** Tokens cannot be guessed, but each try reads the database. A phone with a valid one is never refused. */
  const limited = async <Outcome extends object>(address: string, outcome: Promise<Outcome | Refusal>) => {
    const done = await outcome
    if (!isRefusal(done) || done.refused !== 'ended_phone_link') return done
    const allowance = await deps.limits.takeForAddress('phone_page', address)
    return allowance.allowed ? done : refusalUntil(allowance.retryAfterSeconds)
  }
  serveCall(app, 'openPhoneLink', ({ body, request }) => limited(request.ip, openPhoneLink(deps, body.phone_token)))
  serveCall(app, 'presignFromPhone', ({ body, request }) =>
    limited(request.ip, presignFromPhone(deps, body.phone_token)),
  )
  serveCall(app, 'startFromPhone', ({ body, request }) => limited(request.ip, startFromPhone(deps, body)), 202)
  serveCall(app, 'conversionFromPhone', ({ body, request }) =>
    limited(request.ip, conversionFromPhone(deps, body.phone_token)),
  )
  serveCall(app, 'deleteFromPhone', ({ body, request }) => limited(request.ip, deleteFromPhone(deps, body.phone_token)))
}

const LINK_LIFETIME = 10 * 60_000 // ms

/** How long the progress of a file can be asked for after its link has expired. */
const AFTERLIFE = 60 * 60_000 // ms

/** Makes a link for one question, valid for ten minutes. The question's earlier link ends. */
async function makePhoneLink(
  { database, form, settings, limits, now }: DocumentsDeps,
  { accountId, sessionId }: Pick<Applicant, 'accountId' | 'sessionId'>,
  answerKey: string,
): Promise<Reply<'makePhoneLink'> | Refusal> {
  const { db } = database
  if (!isUploadQuestion(form, answerKey)) return refusal('no_upload_question')
  const applicationId = await applicationIdOf(db, accountId)
  if (applicationId !== undefined && (await isSubmitted(db, applicationId))) return refusal('already_submitted')
  const allowance = await limits.takeForSession('phone_link', accountId)
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  const token = newToken()
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME)
  const ended = await endedBefore({ database, now })
  await inTransaction(db, async (transaction) => {
    await transaction
      .deleteFrom('phone_link')
      .where(({ and, eb, or }) =>
        or([and({ account_id: accountId, answer_key: answerKey }), eb('expires_at', '<', ended)]),
      )
      .execute()
    await transaction
      .insertInto('phone_link')
      .values({
        hash: tokenHash(token),
        session_id: sessionId,
        account_id: accountId,
        answer_key: answerKey,
        expires_at: expiresAt,
      })
      .execute()
  })
  // After #, where no server, log or other site sees it.
  return { url: `${settings.baseUrl}/from-phone#${token}`, expires_at: expiresAt.toISOString() }
}

/** Whether a link still opens, and until when. It ends with its first document, after ten minutes, or at log-out. */
async function openPhoneLink(deps: DocumentsDeps, token: string): Promise<Reply<'openPhoneLink'> | Refusal> {
  const link = await linkOf(deps, token)
  return isOpenLink(deps, link) ? { expires_at: link.expires_at.toISOString() } : ended()
}

/** Gives the phone permission to upload one file for the question of its link. */
async function presignFromPhone(deps: DocumentsDeps, token: string): Promise<Reply<'presignFromPhone'> | Refusal> {
  const link = await linkOf(deps, token)
  if (!isOpenLink(deps, link)) return ended()
  const permission = await presignUpload(deps, link.account_id, link.answer_key)
  if (isRefusal(permission)) return permission
  await setFile(deps, link.hash, permission.fields.key ?? null)
  return permission
}

/** Starts the conversion of a file that the phone has sent, also if that took longer than the link lives. */
async function startFromPhone(
  deps: DocumentsDeps,
  { phone_token, file_key, file_name }: Body<'startFromPhone'>,
): Promise<Reply<'startFromPhone'> | Refusal> {
  const link = await linkOf(deps, phone_token)
  if (link === undefined) return ended()
  if (link.file_key !== file_key) return refusal('foreign_file')
  return startConversion(deps, link.account_id, link.answer_key, { file_key, file_name })
}

/** The progress of the file that the phone has sent. It stays readable for an hour after the link has ended. */
async function conversionFromPhone(
  deps: DocumentsDeps,
  token: string,
): Promise<Reply<'conversionFromPhone'> | Refusal> {
  const link = await linkOf(deps, token)
  if (link === undefined) return ended()
  if (isUnsent(link) || link.status === 'DETACHED') return { status: 'NOT_ANSWERED' }
  const conversion = await readConversion(deps, link.account_id, link.answer_key)
  if (isRefusal(conversion)) return conversion
  const { url: _, ...progress } = conversion
  return progress
}

/** Deletes the file that the phone has sent, before it is a document. */
async function deleteFromPhone(deps: DocumentsDeps, token: string): Promise<Reply<'deleteFromPhone'> | Refusal> {
  const link = await linkOf(deps, token)
  if (link === undefined || isOver(link)) return ended()
  if (isUnsent(link)) return deletedReply()
  const deleted = await deleteDocument(deps, link.account_id, link.answer_key)
  if (!isRefusal(deleted)) await setFile(deps, link.hash, null) // the link is as new
  return deleted
}

const ended = () => refusal('ended_phone_link')

type Link = NonNullable<Awaited<ReturnType<typeof linkOf>>>

/** Whether the phone may send a file: the link has not expired, and no file is being converted or was accepted. */
const isOpenLink = ({ now }: DocumentsDeps, link: Link | undefined): link is Link =>
  link !== undefined && link.expires_at > now() && (isUnsent(link) || link.status === 'FAILED')

const isUnsent = ({ status }: Link) => status === null || status === 'ISSUED'

/** A file was accepted, or the applicant has removed it since. */
const isOver = ({ status }: Link) => status === 'COMPLETED' || status === 'DETACHED'

/** The link with this token and the state of its file; undefined if there is none, or its afterlife is over. */
const linkOf = ({ database, now }: DocumentsDeps, token: string) =>
  database.db
    .selectFrom('phone_link')
    .leftJoin('document', 'document.file_key', 'phone_link.file_key')
    .select(['hash', 'account_id', 'phone_link.answer_key', 'phone_link.file_key', 'expires_at', 'status'])
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', new Date(now().getTime() - AFTERLIFE))
    .executeTakeFirst()

const setFile = ({ database }: DocumentsDeps, hash: string, file_key: string | null) =>
  database.db.updateTable('phone_link').set({ file_key }).where('hash', '=', hash).execute()
