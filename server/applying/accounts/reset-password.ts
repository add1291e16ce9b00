import { resetForm } from '../../../form/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { createAccount } from './create-account.ts'
import { endEmailChange, lockedAccount } from './email-change.ts'
import { endLinks, findLink, signUpLinkOf, spendLink } from './reset-links.ts'

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
  const [account, link] = await Promise.all([accountOf(deps, username), findLink(deps.db, id)])
  const owner = account?.id ?? signUpLinkOf(username)
  if (link === undefined || link.owner !== owner) return { kind: 'used_link' }
  if (link.expiresAt <= deps.now()) return { kind: 'expired_link' }
  const hash = await deps.hashes.hash(password)
  if (account === undefined) {
    if (!(await spendLink(deps.db, id, owner))) return { kind: 'used_link' }
    return { kind: (await createAccount(deps.db, { email: username, password_hash: hash })) ? 'ok' : 'used_link' }
  }
  const isReset = await inTransaction(deps.db, async (transaction) => {
    // The account first, as a change of the address does: neither then waits for the other in a circle.
    const locked = await lockedAccount(transaction, account.id)
    if (locked?.email !== username || !(await spendLink(transaction, id, owner))) return false
    const changed = { password: hash, updatedAt: deps.now() }
    await transaction.updateTable('account').set(changed).where('userId', '=', account.id).execute()
    await deps.sessions.endAll(account.id, sessionToKeep, transaction)
    await endLinks(transaction, account.id)
    await endEmailChange(transaction, account.id)
    await deps.mail.enqueue(transaction, { kind: 'password_changed', to: username, values: {} })
    return true
  })
  return { kind: isReset ? 'ok' : 'used_link' }
}
