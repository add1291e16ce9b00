import { forgotForm } from '../../../form/index.ts'
import { type AccountDeps, accountOf, inSeconds, waitingSignUp } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { RESET_LIFE } from './lifetimes.ts'
import { makeLink, signUpLinkOf, spendLink } from './reset-links.ts'

/** One link and one mail for any address. With neither an account nor a sign-up, the link is not sent to anyone. */
export async function forgotPassword(
  deps: AccountDeps,
  input: Parameters<Accounts['forgotPassword']>[0],
): ReturnType<Accounts['forgotPassword']> {
  const validated = deps.validate(forgotForm, input)
  if (validated.kind === 'invalid') return validated
  const { username } = validated.input
  const [account, isPending] = [await accountOf(deps, username), (await waitingSignUp(deps, username)) !== undefined]
  const expiresAt = inSeconds(deps, RESET_LIFE)
  const owner = account?.id ?? signUpLinkOf(username)
  const id = await makeLink(deps.db, owner, expiresAt)
  // Whoever changes the address ends the links that are there by then; this waits for them.
  const still = deps.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', account?.id ?? '')
    .where('email', '=', username)
  const isItsAccount = (await still.forShare().executeTakeFirst()) !== undefined
  if (account && !isItsAccount) await spendLink(deps.db, id, owner)
  const link = `${deps.baseUrl}/reset?${new URLSearchParams({ username, id })}`
  const values = { link, valid_until: expiresAt.toISOString() }
  await deps.mail.enqueue(
    deps.db,
    isItsAccount || isPending
      ? { kind: 'reset_link', to: username, values }
      : { kind: 'no_account', to: username, values: {} },
  )
  return { kind: 'ok' }
}
