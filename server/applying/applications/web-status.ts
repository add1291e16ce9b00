import type { Kysely } from 'kysely'
import { type WebStatus, webStatuses } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** A status that an application has reached. */
export type StatusEntry = { readonly web_status: WebStatus; readonly at: string }

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
export const statusTransitions = {
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
