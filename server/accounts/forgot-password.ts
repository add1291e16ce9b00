import { randomBytes } from 'node:crypto'
import { forgotForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import { accountOf, type Desk, inSeconds } from './desk.ts'
import { RESET_LIFE } from './lifetimes.ts'
import { linkIdentifier } from './reset-password.ts'

/** One mail for every address, known or not (decision 59). */
export async function forgotPassword(
  desk: Desk,
  given: Parameters<Accounts['forgotPassword']>[0],
): ReturnType<Accounts['forgotPassword']> {
  const judged = desk.judge(forgotForm, given)
  if (judged.kind === 'invalid') return judged
  const { username } = judged.input
  const account = await accountOf(desk, username)
  if (account) await mailLink(desk, username, account.id)
  else await desk.mail.enqueue(desk.db, { kind: 'no_account', to: username, values: {} })
  return { kind: 'ok' }
}

/** better-auth would make the link itself, but swallows what goes wrong while its mail is handed over. */
async function mailLink(desk: Desk, username: string, accountId: string): Promise<void> {
  const id = randomBytes(32).toString('base64url')
  const expiresAt = inSeconds(desk, RESET_LIFE)
  const { internalAdapter } = await desk.auth.$context
  await internalAdapter.createVerificationValue({ identifier: linkIdentifier(id), value: accountId, expiresAt })
  await desk.mail.enqueue(desk.db, {
    kind: 'reset_link',
    to: username,
    values: {
      link: `${desk.baseUrl}/reset?${new URLSearchParams({ username, id })}`,
      valid_until: expiresAt.toISOString(),
    },
  })
}
