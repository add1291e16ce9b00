import { loginForm } from '../../form/index.ts'
import type { Accounts } from './accounts.ts'
import { type Desk, inSeconds } from './desk.ts'
import { REMEMBERED, SESSION_LIFE } from './lifetimes.ts'
import { refusedByAuth } from './refused-by-auth.ts'

/** One hash for every address, known or not (decision 59). */
export async function logIn(desk: Desk, given: Parameters<Accounts['login']>[0]): ReturnType<Accounts['login']> {
  const judged = desk.judge(loginForm, given)
  if (judged.kind === 'invalid') return judged
  const { username, password } = judged.input
  const signedIn = await refusedByAuth(() => desk.auth.api.signInEmail({ body: { email: username, password } }), {
    INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
    EMAIL_NOT_VERIFIED: 'not_confirmed',
  })
  if (signedIn.kind !== 'ok') return signedIn
  const { token, user } = signedIn.result
  await desk.db.insertInto('successful_login').values({ account_id: user.id }).execute()
  // Sessions that nobody came back to are cleared away here, codes and links that expired a day later.
  await desk.db.deleteFrom('session').where('expiresAt', '<=', desk.now()).execute()
  await desk.db.deleteFrom('verification').where('expiresAt', '<=', inSeconds(desk, -REMEMBERED)).execute()
  const expiresAt = inSeconds(desk, SESSION_LIFE)
  return { kind: 'ok', session: { token: desk.sessions.signed(token), expiresAt, accountId: user.id, username } }
}
