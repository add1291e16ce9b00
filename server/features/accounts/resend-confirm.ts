import { type Kysely, sql } from 'kysely'
import { forgotForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES, SIGN_UP_LIFE } from './lifetimes.ts'
import { mailCodes } from './mail-codes.ts'

/**
 * Sends one mail for every address, known or not. The browser that signed up gets a new code for its sign-up. For
 * anybody else, the codes of all sign-ups of the address are mailed; codes that are still valid do not change, so a
 * stranger's request invalidates nobody's code.
 */
export async function resendConfirm(
  deps: AccountDeps,
  input: Parameters<Accounts['resendConfirm']>[0],
  proof: string | undefined,
): ReturnType<Accounts['resendConfirm']> {
  const validated = deps.validate(forgotForm, input) // the only form that asks for just an address
  if (validated.kind === 'invalid') return validated
  const { username } = validated.input
  await inTransaction(deps.db, async (transaction) => {
    const account = await accountOf({ db: transaction }, username)
    const renewed = await renewCodes(deps, transaction, username, deps.secrets.proofHashIn(proof, username))
    const [first, ...others] = renewed.filter(deps.secrets.isOfThisKey)
    if (account) await deps.mail.enqueue(transaction, { kind: 'account_exists', to: username, values: {} })
    else if (first) await mailCodes(deps, transaction, username, [first, ...others])
    else await deps.mail.enqueue(transaction, { kind: 'no_account', to: username, values: {} })
  })
  return { kind: 'ok' }
}

/** The sign-ups whose codes are to be mailed, each with a valid code. */
function renewCodes(deps: AccountDeps, db: Kysely<Tables>, username: string, proofHash: string | undefined) {
  const isNew = proofHash === undefined ? sql<boolean>`tries_left <= 0 or code_expires_at <= ${deps.now()}` : sql`true`
  return db
    .updateTable('pending_sign_up')
    .set({
      code_number: sql<number>`code_number + case when ${isNew} then 1 else 0 end`,
      tries_left: sql<number>`case when ${isNew} then ${CODE_TRIES}::int else tries_left end`,
      code_expires_at: inSeconds(deps, CODE_LIFE),
      expires_at: inSeconds(deps, SIGN_UP_LIFE),
    })
    .where('email', '=', username)
    .where('is_decoy', '=', false)
    .where('expires_at', '>', deps.now())
    .$if(proofHash !== undefined, (query) => query.where('proof_hash', '=', proofHash ?? ''))
    .returning(['email', 'password_hash', 'proof_hash', 'code_number', 'code_expires_at', 'created_at'])
    .execute()
}
