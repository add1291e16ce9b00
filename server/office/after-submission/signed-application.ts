import type { Transaction } from 'kysely'
import { withdrawnAt } from '../../applying/submissions/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { ownerOf } from './owner-of.ts'

/** How long something may be asked of an applicant, in days. */
const LONGEST = 90
const DAY = 86_400_000 // ms

/**
 * A signed application, locked, of which something is asked until a moment: from now on, and for three months at most.
 * A refusal if there is none, or if it was withdrawn.
 */
export async function signedApplication(
  transaction: Transaction<Tables>,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Refusal | { account: string; email: string; hasKey: boolean; version: number }> {
  const ahead = until.getTime() - now.getTime()
  if (ahead <= 0 || ahead > LONGEST * DAY) return refusal('wrong_time')
  const owner = await ownerOf(transaction, id)
  if (!owner) return refusal('no_such_application')
  const signed = await transaction
    .selectFrom('submission')
    .select('version')
    .where('application_id', '=', id)
    .executeTakeFirst()
  if (!signed) return refusal('not_submitted')
  if (await withdrawnAt(transaction, id)) return refusal('withdrawn')
  const { account, email, data_key } = owner
  return { account, email, hasKey: data_key !== null, version: signed.version }
}
