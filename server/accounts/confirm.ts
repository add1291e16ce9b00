import { confirmForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import type { Desk } from './desk.ts'
import { refusedByAuth } from './refused-by-auth.ts'

/** The newest mailed code counts, once. Whoever was signed in before the address was proven is not any more. */
export async function confirm(desk: Desk, given: Parameters<Accounts['confirm']>[0]): ReturnType<Accounts['confirm']> {
  const judged = desk.judge(confirmForm, { ...given, code: given.code.trim() })
  if (judged.kind === 'invalid') return judged
  const { username, code } = judged.input
  if (await isExpired(desk, username, code)) return { kind: 'expired_code' }
  const confirmed = await refusedByAuth(
    () => desk.auth.api.verifyEmailOTP({ body: { email: username, otp: code } }),
    // The remedy is the same for all of them: ask for a new code.
    {
      INVALID_OTP: 'wrong_code',
      OTP_EXPIRED: 'wrong_code',
      TOO_MANY_ATTEMPTS: 'wrong_code',
      USER_NOT_FOUND: 'wrong_code',
    },
  )
  if (confirmed.kind !== 'ok') return confirmed
  await desk.db.deleteFrom('session').where('userId', '=', confirmed.result.user.id).execute()
  return { kind: 'ok' }
}

/** Whether this is the code that was mailed last, too late: said only to who has the mail, so it tells nobody else anything. */
async function isExpired({ db, codeHash, now }: Desk, username: string, code: string): Promise<boolean> {
  const mailed = await db
    .selectFrom('verification')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', `email-verification-otp-${username}`) // where better-auth keeps it
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return mailed !== undefined && mailed.expiresAt <= now() && mailed.value.startsWith(`${codeHash(code)}:`)
}
