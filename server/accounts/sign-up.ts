import { signUpForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import type { Desk } from './desk.ts'
import { enrol } from './enrol.ts'
import { mailCode } from './mail-code.ts'

/** One hash and one mail for every address, known or not (decision 59). */
export async function signUp(desk: Desk, given: Parameters<Accounts['signUp']>[0]): ReturnType<Accounts['signUp']> {
  const judged = desk.judge(signUpForm, given)
  if (judged.kind === 'invalid') return judged
  const { username, password } = judged.input
  const { password: passwords } = await desk.auth.$context
  const account = await enrol(desk.db, username, await passwords.hash(password))
  if (account.emailVerified) await desk.mail.enqueue(desk.db, { kind: 'account_exists', to: username, values: {} })
  else await mailCode(desk, username)
  return { kind: 'ok' }
}
