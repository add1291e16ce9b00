import { forgotForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import { accountOf, type Desk } from './desk.ts'
import { mailCode } from './mail-code.ts'

/** One mail for every address, known or not. */
export async function resendConfirm(
  desk: Desk,
  given: Parameters<Accounts['resendConfirm']>[0],
): ReturnType<Accounts['resendConfirm']> {
  const judged = desk.judge(forgotForm, given) // the form that asks for nothing but an address
  if (judged.kind === 'invalid') return judged
  const { username } = judged.input
  const account = await accountOf(desk, username)
  if (account?.emailVerified === false) await mailCode(desk, username)
  else await desk.mail.enqueue(desk.db, { kind: account ? 'account_exists' : 'no_account', to: username, values: {} })
  return { kind: 'ok' }
}
