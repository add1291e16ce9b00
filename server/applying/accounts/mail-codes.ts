import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { AccountDeps } from './account-deps.ts'

/** A sign-up whose code is mailed. */
type Mailed = {
  readonly proof_hash: string
  readonly code_number: number
  readonly code_expires_at: Date
  readonly created_at: Date
}

/** Mails the codes of all given sign-ups of one address in one mail. A single code goes in the usual mail. */
export async function mailCodes(
  deps: AccountDeps,
  db: Kysely<Tables>,
  username: string,
  [first, ...others]: readonly [Mailed, ...Mailed[]],
): Promise<void> {
  const valid_until = first.code_expires_at.toISOString()
  const message =
    others.length === 0
      ? { kind: 'confirm_code' as const, values: { code: deps.secrets.codeOf(first), valid_until } }
      : {
          kind: 'confirm_codes' as const,
          values: {
            codes: [first, ...others].map((each) => ({
              code: deps.secrets.codeOf(each),
              signed_up_at: each.created_at.toISOString(),
            })),
            valid_until,
          },
        }
  await deps.mail.enqueue(db, { ...message, to: username })
}
