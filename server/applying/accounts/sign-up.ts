import { type Kysely, sql } from 'kysely'
import { signUpForm } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type AccountDeps, accountOf, inSeconds } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { CODE_LIFE, CODE_TRIES, SIGN_UP_LIFE } from './lifetimes.ts'
import { mailCodes } from './mail-codes.ts'
import { renewCodes } from './resend-confirm.ts'

/** How many sign-ups of one address may wait; one more replaces the oldest from the network with the most. */
const MAX_PENDING = 5

/**
 * Makes one hash, one record and one mail for every address, known or not. Each sign-up waits for its own code and
 * password, so that a stranger's sign-up neither ends nor changes it (docs/decisions/0023). The same browser renews its
 * own with the same password (Q102). For an address with an account the record is a decoy, and the mail informs the owner.
 */
export async function signUp(
  deps: AccountDeps,
  input: Parameters<Accounts['signUp']>[0],
  network: string,
  earlierProof: string | undefined,
): ReturnType<Accounts['signUp']> {
  const validated = await deps.validateNewPassword(signUpForm, input, input.username)
  if (validated.kind === 'invalid') return validated
  const { username, password } = validated.input
  const earlierHash = deps.secrets.proofHashIn(earlierProof, username)
  const { proof, hash } = deps.secrets.newProof(username)
  const signUp = {
    email: username,
    network_hash: deps.secrets.networkHash(network),
    proof_hash: hash,
    password_hash: await deps.secrets.passwordHash(username, password),
    code_expires_at: inSeconds(deps, CODE_LIFE),
    tries_left: CODE_TRIES,
    created_at: deps.now(),
    expires_at: inSeconds(deps, SIGN_UP_LIFE),
  }
  return inTransaction(deps.db, async (transaction) => {
    // Serialize simultaneous sign-ups of one address, so that each counts the other.
    await sql`select pg_advisory_xact_lock(hashtext(${username}))`.execute(transaction)
    const account = await accountOf({ db: transaction }, username)
    const { email, password_hash } = signUp
    const [renewed] =
      earlierHash === undefined
        ? []
        : await renewCodes(deps, transaction, { email, password_hash, proof_hash: earlierHash })
    if (renewed === undefined) {
      await makeRoom(transaction, signUp)
      await transaction
        .insertInto('pending_sign_up')
        .values({ ...signUp, is_decoy: account !== undefined })
        .execute()
    }
    if (account) await deps.mail.enqueue(transaction, { kind: 'account_exists', to: username, values: {} })
    else await mailCodes(deps, transaction, username, [renewed ?? { ...signUp, code_number: 1 }])
    return { kind: 'ok', proof: renewed === undefined ? proof : (earlierProof ?? proof) } as const
  })
}

type NewSignUp = {
  readonly email: string
  readonly network_hash: string
  readonly created_at: Date
}

/** Makes room for one more: removes the oldest from the network with the most sign-ups, counting the new one. */
async function makeRoom(db: Kysely<Tables>, { email, network_hash, created_at }: NewSignUp): Promise<void> {
  await db.deleteFrom('pending_sign_up').where('email', '=', email).where('expires_at', '<=', created_at).execute()
  const pending = await db
    .selectFrom('pending_sign_up')
    .select(['id', 'network_hash'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  if (pending.length < MAX_PENDING) return
  const countOf = (network: string) =>
    pending.filter((each) => each.network_hash === network).length + Number(network === network_hash)
  const most = Math.max(...pending.map((each) => countOf(each.network_hash)))
  const oldest = pending.find((each) => countOf(each.network_hash) === most)
  if (oldest) await db.deleteFrom('pending_sign_up').where('id', '=', oldest.id).execute()
}
