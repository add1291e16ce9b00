import { type Kysely, type Selectable, sql } from 'kysely'
import { forgotForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES, SIGN_UP_LIFE } from './lifetimes.ts'
import { mailCodes } from './mail-codes.ts'

/**
 * Sends one mail for every address, known or not. The browser that signed up gets the code of its sign-up. For anybody
 * else, the codes of all sign-ups of the address are mailed. Codes that are still valid do not change, so each mailed
 * one works until it expires, and nobody's request invalidates one (Q102).
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
    const proof_hash = deps.secrets.proofHashIn(proof, username)
    const waiting = { email: username, is_decoy: false, ...(proof_hash === undefined ? {} : { proof_hash }) }
    const [first, ...others] = (await renewCodes(deps, transaction, waiting)).filter(deps.secrets.isOfThisKey)
    if (account) await deps.mail.enqueue(transaction, { kind: 'account_exists', to: username, values: {} })
    else if (first) await mailCodes(deps, transaction, username, [first, ...others])
    else await deps.mail.enqueue(transaction, { kind: 'no_account', to: username, values: {} })
  })
  return { kind: 'ok' }
}

type Which = { readonly email: string } & Partial<
  Pick<Selectable<Tables['pending_sign_up']>, 'proof_hash' | 'password_hash' | 'is_decoy'>
>

/**
 * The waiting sign-ups like this, each with a valid code: the same one while it has tries and time left, so that a
 * sign-up never has two.
 */
export function renewCodes(deps: AccountDeps, db: Kysely<Tables>, which: Which) {
  const isNew = sql<boolean>`tries_left <= 0 or code_expires_at <= ${deps.now()}`
  return db
    .updateTable('pending_sign_up')
    .set({
      code_number: sql<number>`code_number + case when ${isNew} then 1 else 0 end`,
      tries_left: sql<number>`case when ${isNew} then ${CODE_TRIES}::int else tries_left end`,
      code_expires_at: inSeconds(deps, CODE_LIFE),
      expires_at: inSeconds(deps, SIGN_UP_LIFE),
    })
    .where((eb) => eb.and(which))
    .where('expires_at', '>', deps.now())
    .returning(['email', 'password_hash', 'proof_hash', 'code_number', 'code_expires_at', 'created_at'])
    .execute()
}
