import { type Kysely, sql } from 'kysely'
import type { ChangeKind, Tables } from '../../platform/database/index.ts'
import type { Claim } from './claim-delivery.ts'

/** The newest change of an application up to the end of a delivery. */
export type Chosen = {
  readonly application_id: string
  readonly seq: number
  readonly version: number
  readonly kind: ChangeKind
}

/**
 * The applications of a delivery in the order of their changes: those that changed, and those that the last delivery
 * held back or that the target has put off since, because a code may have come for them.
 */
export async function chooseApplications(
  db: Kysely<Tables>,
  { target, after_seq, through_seq }: Claim,
): Promise<readonly Chosen[]> {
  const { rows } = await sql<Chosen>`
    with last as (
      select distinct on (application_id) application_id, suspended, started_at
      from delivery_row join delivery on delivery.id = delivery_id
      where target = ${target} and manifest is not null
      order by application_id, delivery_id desc
    ),
    answer as (
      select distinct on (application_id) application_id, result, at
      from acknowledgement where target = ${target} order by application_id, id desc
    ),
    again as (
      select application_id from last where suspended is not null
      union select application_id from last join answer using (application_id)
        where result = 'suspended' and at > started_at
    ),
    newest as (
      select distinct on (application_id) application_id, seq, version, kind
      from application_change where seq <= ${through_seq} order by application_id, seq desc
    )
    select application_id, seq, version, kind from newest
    where seq > ${after_seq} or application_id in (select application_id from again)
    order by seq`.execute(db)
  return rows
}

/** Those of a delivery that was made before. */
export const applicationsOf = (db: Kysely<Tables>, deliveryId: number): Promise<readonly Chosen[]> =>
  db
    .selectFrom('delivery_row')
    .select(['application_id', 'seq', 'version', 'kind'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('seq')
    .execute()
