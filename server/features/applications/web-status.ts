import type { Kysely } from 'kysely'
import { type WebStatus, webStatuses } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** An entry of the life of an application. */
export type StatusEntry = { readonly web_status: WebStatus; readonly at: string }

/** The entries of an application in the order of the states (requirement 4.status.1). */
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
 * What becomes of a posted status, by the state the application is in. A state is never left backwards; a repeated
 * one is no news; only a submission submits.
 */
export const statusMoves = {
  none: { started: 'append', validating: 'append', submitted: 'only_submit_submits' },
  started: { started: 'repeat', validating: 'append', submitted: 'only_submit_submits' },
  validating: { started: 'not_forward', validating: 'repeat', submitted: 'only_submit_submits' },
  submitted: { started: 'already_submitted', validating: 'already_submitted', submitted: 'repeat' },
} as const satisfies Record<WebStatus | 'none', Record<WebStatus, string>>

/** Appends the states up to and including this one that are still missing: the profile counts distinct entries. */
export async function appendStatuses(db: Kysely<Tables>, applicationId: string, upTo: WebStatus): Promise<void> {
  const reached = webStatuses.slice(0, webStatuses.indexOf(upTo) + 1)
  await db
    .insertInto('web_status')
    .values(reached.map((status) => ({ application_id: applicationId, status })))
    .onConflict((conflict) => conflict.columns(['application_id', 'status']).doNothing())
    .execute()
}
