import { resetForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import { accountOf, type Desk } from './desk.ts'
import { refusedByAuth } from './refused-by-auth.ts'

/** The link belongs to one account; a used one takes the account's other links with it. */
export async function resetPassword(
  desk: Desk,
  given: Parameters<Accounts['resetPassword']>[0],
): ReturnType<Accounts['resetPassword']> {
  const judged = desk.judge(resetForm, given)
  if (judged.kind === 'invalid') return judged
  const { username, password, id } = judged.input
  const { internalAdapter } = await desk.auth.$context
  const [account, link] = await Promise.all([
    accountOf(desk, username),
    internalAdapter.findVerificationValue(linkIdentifier(id)),
  ])
  if (account === undefined || link?.value !== account.id) return { kind: 'used_link' }
  if (link.expiresAt <= desk.now()) return { kind: 'expired_link' }
  const reset = await refusedByAuth(() => desk.auth.api.resetPassword({ body: { newPassword: password, token: id } }), {
    INVALID_TOKEN: 'used_link',
  })
  if (reset.kind !== 'ok') return reset
  await desk.db.deleteFrom('verification').where('value', '=', account.id).execute()
  return { kind: 'ok' }
}

/** Where better-auth's own `resetPassword` looks for a link. */
export const linkIdentifier = (id: string) => `reset-password:${id}`
