import { resetForm } from '../../../form/index.ts'
import { type AccountDeps, accountOf } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { callAuth } from './call-auth.ts'
import { createAccount } from './create-account.ts'
import { endEmailChange } from './email-change.ts'
import { linkIdentifier, signUpLinkOf } from './reset-links.ts'

/**
 * A link belongs to one account; using it also ends the account's other links. All sessions end except the one in the
 * same browser. The link of a waiting sign-up proves the address just as its code would.
 */
export async function resetPassword(
  deps: AccountDeps,
  input: Parameters<Accounts['resetPassword']>[0],
  sessionToKeep: string | undefined,
): ReturnType<Accounts['resetPassword']> {
  const validated = await deps.validateNewPassword(resetForm, input, input.username)
  if (validated.kind === 'invalid') return validated
  const { username, password, id } = validated.input
  const { internalAdapter } = await deps.auth.$context
  const [account, link] = await Promise.all([
    accountOf(deps, username),
    internalAdapter.findVerificationValue(linkIdentifier(id)),
  ])
  if (link === null || link.value !== (account?.id ?? signUpLinkOf(username))) return { kind: 'used_link' }
  if (link.expiresAt <= deps.now()) return { kind: 'expired_link' }
  if (account === undefined) return confirmWithLink(deps, username, password, id)
  const reset = await callAuth(() => deps.auth.api.resetPassword({ body: { newPassword: password, token: id } }), {
    INVALID_TOKEN: 'used_link',
  })
  if (reset.kind !== 'ok') return reset
  await deps.sessions.endAll(account.id, sessionToKeep)
  await deps.db.deleteFrom('verification').where('value', '=', account.id).execute()
  await endEmailChange(deps.db, account.id)
  await deps.mail.enqueue(deps.db, { kind: 'password_changed', to: username, values: {} })
  return { kind: 'ok' }
}

async function confirmWithLink(deps: AccountDeps, email: string, password: string, id: string) {
  const { internalAdapter, password: passwords } = await deps.auth.$context
  const used = await internalAdapter.consumeVerificationValue(linkIdentifier(id))
  if (used === null) return { kind: 'used_link' } as const
  const isCreated = await createAccount(deps.db, { email, password_hash: await passwords.hash(password) })
  return { kind: isCreated ? 'ok' : 'used_link' } as const
}
