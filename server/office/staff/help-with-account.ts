import { ownerAccount } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

type Help = { readonly id: string; readonly what: 'password_link' | 'end_sessions' }

/**
 * Helps an applicant who calls: mails a link for a new password to the address of the account, or logs it out on every
 * device. Nothing of the account is shown, and only its mailbox can use the link.
 */
export async function helpWithAccount(
  deps: StaffDeps,
  { person }: StaffSession,
  { id, what }: Help,
): Promise<{ readonly message: string } | Refusal> {
  const { db } = deps.database
  const owner = await db
    .selectFrom('application')
    .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .select(['user.id', 'email'])
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!owner) return refusal('no_such_application')
  if (what === 'password_link') {
    await recordStaff(db, 'password link sent', person, id)
    await deps.accounts.forgotPassword({ username: owner.email })
    return { message: 'We emailed the applicant a link to choose a new password.' }
  }
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('session').where('userId', '=', owner.id).execute()
    await recordStaff(transaction, 'sessions ended', person, id)
  })
  return { message: 'The applicant is logged out on every device.' }
}
