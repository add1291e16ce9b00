import type { Kysely } from 'kysely'
import { type WebStatus, webStatuses, webStatusFrom } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { lockApplication } from './edit-application.ts'

/** A status that an application has reached. */
type StatusEntry = { readonly web_status: WebStatus; readonly at: string }

/** The statuses of an application in their fixed order (requirement 4.status.1). */
export async function statusEntries(db: Kysely<Tables>, applicationId: string): Promise<readonly StatusEntry[]> {
  const rows = await db
    .selectFrom('web_status')
    .select(['status', 'at'])
    .where('application_id', '=', applicationId)
    .execute()
  return webStatuses.flatMap((status) =>
    rows.filter((row) => row.status === status).map(({ at }) => ({ web_status: status, at: at.toISOString() })),
  )
}

/**
 * What happens to a posted status, by the application's current status. A status never goes back, repeating one has no
 * effect, and only a submission can set `submitted`.
 */
const statusTransitions = {
  none: { started: 'append', validating: 'append', submitted: 'only_submit_submits' },
  started: { started: 'repeat', validating: 'append', submitted: 'only_submit_submits' },
  validating: { started: 'not_forward', validating: 'repeat', submitted: 'only_submit_submits' },
  submitted: { started: 'already_submitted', validating: 'already_submitted', submitted: 'repeat' },
} as const satisfies Record<WebStatus | 'none', Record<WebStatus, string>>

/** Appends the missing statuses up to and including this one, because the profile counts distinct entries. */
export async function appendStatuses(
  db: Kysely<Tables>,
  applicationId: string,
  upTo: WebStatus,
  at: Date,
): Promise<void> {
  const reached = webStatuses.slice(0, webStatuses.indexOf(upTo) + 1)
  await db
    .insertInto('web_status')
    .values(reached.map((status) => ({ application_id: applicationId, status, at })))
    .onConflict((conflict) => conflict.columns(['application_id', 'status']).doNothing())
    .execute()
}

/** Moves an application forward, or returns why not. */
export const postWebStatus = (
  deps: ApplicationDeps,
  owner: string,
  status: WebStatus,
): Promise<{ message: string } | Refusal> => {
  // The grace of a term is judged by it: whoever waits for the lock below is not late by it, nor by another clock.
  const arrived = deps.now()
  return lockApplication(deps, owner, async ({ id, isSubmitted, transaction }) => {
    const entries = await statusEntries(transaction, id)
    // Of an application that is open for changes again, the last entry is of the version before.
    const counted = entries.filter(({ web_status }) => isSubmitted || web_status !== 'submitted')
    const transition = statusTransitions[webStatusFrom(counted)][status]
    if (transition !== 'append' && transition !== 'repeat') return refusal(transition)
    if (transition === 'append') await appendStatuses(transaction, id, status, arrived)
    return { message: say('The status is saved.') }
  })
}
