import { sql } from 'kysely'
import type { StaffBody, StaffReply } from '../../../api/index.ts'
import { sayCount } from '../../../engine/index.ts'
import { ownerAccount } from '../../applying/applications/index.ts'
import { readSubmission } from '../../applying/submissions/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** Thrown to undo the changes made before the one that somebody else was faster with. */
class Conflict extends Error {}

/** Marks and assigns applications: all of them, or none if somebody else has changed one that was seen otherwise. */
export async function changeHandling(
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  { applications, state, assignee }: StaffBody<'changeHandling'>,
): Promise<StaffReply<'changeHandling'> | Refusal> {
  const ids = applications.map(({ id }) => id)
  const found = await db.selectFrom('application').select('id').where('id', 'in', ids).execute()
  if (found.length < new Set(ids).size) return refusal('no_such_application')
  if (typeof assignee === 'number') {
    const known = db.selectFrom('staff_person').select('id').where('id', '=', assignee).where('ended_at', 'is', null)
    if (!(await known.executeTakeFirst())) return refusal('no_person')
  }
  const marked = state && { state, marked_at: sql<Date>`clock_timestamp()` }
  const change = { ...marked, ...(assignee !== undefined && { assignee_id: assignee }) }
  const recorded = { ...(state && { state }), ...(assignee !== undefined && { assignee_id: assignee }) }
  try {
    await inTransaction(db, async (transaction) => {
      // In one order, so that two people who mark the same ones do not wait for each other.
      for (const { id, version } of applications.toSorted((one, other) => one.id.localeCompare(other.id))) {
        const changed = await transaction
          .insertInto('handling')
          .values({ application_id: id, ...change })
          .onConflict((conflict) =>
            conflict
              .column('application_id')
              .doUpdateSet({ ...change, version: sql`handling.version + 1`, changed_at: sql`clock_timestamp()` })
              .where('handling.version', '=', version),
          )
          .returning('version')
          .executeTakeFirst()
        if (changed?.version !== version + 1) throw new Conflict()
        await recordStaff(transaction, 'handling changed', person, id, recorded)
      }
    })
  } catch (error) {
    if (error instanceof Conflict) return refusal('handled_by_other')
    throw error
  }
  return { message: sayCount(applications.length, 'Changed.', '{count} applications changed.') }
}

/** Adds a note to an application. The record says that, and not what the note says. */
export const addNote = (
  { database }: StaffDeps,
  { person }: StaffSession,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<StaffReply<'addNote'> | Refusal> =>
  inTransaction(database.db, async (transaction) => {
    const exists = await transaction.selectFrom('application').select('id').where('id', '=', id).executeTakeFirst()
    if (!exists) return refusal('no_such_application')
    const { at } = await transaction
      .insertInto('application_note')
      .values({ application_id: id, person_id: person.id, text })
      .returning('at')
      .executeTakeFirstOrThrow()
    await recordStaff(transaction, 'note added', person, id)
    return { by: person.name, at: at.toISOString(), text }
  })

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
    // All staff together, as often as a stranger could.
    const allowance = await deps.limits.takeForAccount('mail', owner.email, { browser: 'staff' })
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
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

/**
 * One Social Security number of a submitted application in full, to a person who has just signed in and says why. The record has the reason before
 * the number leaves the server, which it does at most 30 times an hour for one person.
 */
export async function revealSsn(
  deps: StaffDeps,
  { person, role, isFresh }: StaffSession,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<StaffReply<'revealSsn'> | Refusal> {
  if (!isFresh) return refusal('old_sign_in')
  const { db } = deps.database
  const asked = await db
    .selectFrom('application')
    .leftJoin('submission', 'application_id', 'id')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!asked) return refusal('no_such_application')
  if (asked.version === null) return refusal('unsubmitted_number')
  const allowance = await deps.limits.takeForSession('reveal', String(person.id))
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  return inTransaction(db, async (transaction) => {
    // Not erased meanwhile: an erasure removes the reasons that it finds.
    const found = transaction.selectFrom('application').select('id').where('id', '=', id).forShare()
    if (!(await found.executeTakeFirst())) return refusal('no_such_application')
    await recordStaff(transaction, 'number revealed', person, id, { role, reason })
    const submission = await readSubmission(transaction, deps.keyRing, id)
    return { ssn: submission?.snapshot.application.answer.ssn ?? '' }
  })
}
