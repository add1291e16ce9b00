import type { StaffReply } from '../../../api/index.ts'
import { applicationWithId } from '../../applying/applications/index.ts'
import { readSubmission } from '../../applying/submissions/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/**
 * One Social Security number in full, to a person who has just signed in and says why. The record has the reason before
 * the number leaves the server, which it does at most 30 times an hour for one person.
 */
export async function revealSsn(
  deps: StaffDeps,
  { person, isFresh }: StaffSession,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<StaffReply<'revealSsn'> | Refusal> {
  if (!isFresh) return refusal('old_sign_in')
  const { db } = deps.database
  const exists = await db.selectFrom('application').select('id').where('id', '=', id).executeTakeFirst()
  if (!exists) return refusal('no_such_application')
  const allowance = await deps.limits.takeForSession('reveal', String(person.id))
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  return inTransaction(db, async (transaction) => {
    // Not erased meanwhile: an erasure removes the reasons that it finds.
    const found = transaction.selectFrom('application').select('id').where('id', '=', id).forShare()
    if (!(await found.executeTakeFirst())) return refusal('no_such_application')
    await recordStaff(transaction, 'number revealed', person, id, { reason })
    const submission = await readSubmission(transaction, deps.keyRing, id)
    const { answer } = submission?.snapshot.application ?? (await applicationWithId(deps, transaction, id)).application
    return { ssn: answer.ssn ?? '' }
  })
}
