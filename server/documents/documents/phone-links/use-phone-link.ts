import type { Body, Reply } from '../../../../api/index.ts'
import { isRefusal, type Refusal, refusal } from '../../../platform/http/index.ts'
import { tokenHash } from '../../../platform/secrets/index.ts'
import { DELETED, deleteDocument } from '../delete-document.ts'
import type { Documents } from '../documents.ts'
import { presignUpload } from '../presign-upload.ts'
import { readConversion } from '../read-conversion.ts'
import { startConversion } from '../start-conversion.ts'
import { AFTERLIFE } from './make-phone-link.ts'

/** Whether a link still opens, and until when. It ends with its first document, after ten minutes, or at log-out. */
export async function openPhoneLink(documents: Documents, token: string): Promise<Reply<'openPhoneLink'> | Refusal> {
  const link = await linkOf(documents, token)
  return isOpen(documents, link) ? { expires_at: link.expires_at.toISOString() } : ended
}

/** Gives the phone permission to upload one file for the question of its link. */
export async function presignFromPhone(
  documents: Documents,
  token: string,
): Promise<Reply<'presignFromPhone'> | Refusal> {
  const link = await linkOf(documents, token)
  if (!isOpen(documents, link)) return ended
  const permission = await presignUpload(documents, link.account_id, link.answer_key)
  if (isRefusal(permission)) return permission
  await setFile(documents, link.hash, permission.fields.key ?? null)
  return permission
}

/** Starts the conversion of a file that the phone has sent, also if that took longer than the link lives. */
export async function startFromPhone(
  documents: Documents,
  { phone_token, file_key, file_name }: Body<'startFromPhone'>,
): Promise<Reply<'startFromPhone'> | Refusal> {
  const link = await linkOf(documents, phone_token)
  if (link === undefined) return ended
  if (link.file_key !== file_key) return refusal('foreign_file')
  return startConversion(documents, link.account_id, link.answer_key, { file_key, file_name })
}

/** The progress of the file that the phone has sent. It stays readable for an hour after the link has ended. */
export async function conversionFromPhone(
  documents: Documents,
  token: string,
): Promise<Reply<'conversionFromPhone'> | Refusal> {
  const link = await linkOf(documents, token)
  if (link === undefined) return ended
  if (isUnsent(link) || link.status === 'DETACHED') return { status: 'NOT_ANSWERED' }
  const conversion = await readConversion(documents, link.account_id, link.answer_key)
  if (isRefusal(conversion)) return conversion
  const { url: _, ...progress } = conversion
  return progress
}

/** Deletes the file that the phone has sent, before it is a document. */
export async function deleteFromPhone(
  documents: Documents,
  token: string,
): Promise<Reply<'deleteFromPhone'> | Refusal> {
  const link = await linkOf(documents, token)
  if (link === undefined || isOver(link)) return ended
  if (isUnsent(link)) return DELETED
  const deleted = await deleteDocument(documents, link.account_id, link.answer_key)
  if (!isRefusal(deleted)) await setFile(documents, link.hash, null) // the link is as new
  return deleted
}

const ended = refusal('ended_phone_link')

type Link = NonNullable<Awaited<ReturnType<typeof linkOf>>>

/** Whether the phone may send a file: the link has not expired, and no file is being converted or was accepted. */
const isOpen = ({ now }: Documents, link: Link | undefined): link is Link =>
  link !== undefined && link.expires_at > now() && (isUnsent(link) || link.status === 'FAILED')

const isUnsent = ({ status }: Link) => status === null || status === 'ISSUED'

/** A file was accepted, or the applicant has removed it since. */
const isOver = ({ status }: Link) => status === 'COMPLETED' || status === 'DETACHED'

/** The link with this token and the state of its file; undefined if there is none, or its afterlife is over. */
const linkOf = ({ database, now }: Documents, token: string) =>
  database.db
    .selectFrom('phone_link')
    .leftJoin('document', 'document.file_key', 'phone_link.file_key')
    .select(['hash', 'account_id', 'phone_link.answer_key', 'phone_link.file_key', 'expires_at', 'status'])
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', new Date(now().getTime() - AFTERLIFE))
    .executeTakeFirst()

const setFile = ({ database }: Documents, hash: string, file_key: string | null) =>
  database.db.updateTable('phone_link').set({ file_key }).where('hash', '=', hash).execute()
