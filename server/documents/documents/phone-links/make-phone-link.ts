import type { Reply } from '../../../../api/index.ts'
import { applicationIdOf, isSubmitted } from '../../../applying/applications/index.ts'
import { endedBefore, inTransaction } from '../../../platform/database/index.ts'
import { type Applicant, type Refusal, refusal, refusalUntil } from '../../../platform/http/index.ts'
import { newToken, tokenHash } from '../../../platform/secrets/index.ts'
import type { Documents } from '../documents.ts'
import { isUploadQuestion } from '../is-upload-question.ts'

const LIFETIME = 10 * 60_000 // ms
/** How long the progress of a file can be asked for after its link has expired. */
export const AFTERLIFE = 60 * 60_000 // ms

/** Makes a link for one question, valid for ten minutes. The question's earlier link ends. */
export async function makePhoneLink(
  { database, form, settings, limits, now }: Documents,
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
  const expiresAt = new Date(now().getTime() + LIFETIME)
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
