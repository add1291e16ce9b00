import { type Kysely, sql } from 'kysely'
import { declined } from '../../platform/control/index.ts'
import { type ChangeKind, inTransaction, type Tables } from '../../platform/database/index.ts'
import { newestChange } from '../exports/index.ts'

/** When a process was last at work on a delivery on which none is. */
export const NEVER = new Date(0)

/** What a delivery is made of, whenever it is made: its applications are those recorded with it. */
export type Claim = {
  readonly id: number
  readonly target: string
  readonly made_by: string
  readonly after_seq: number
  readonly through_seq: number
  readonly previous_id: number | null
  readonly started_at: Date
}

/** Which changes to hand over; what is left out is everything since the last delivery. */
export type Range = { readonly after?: number | undefined; readonly through?: number | undefined }

/**
 * Begins a delivery to a target, the only one at a time. One whose process has not been heard of for two minutes is
 * given up: nothing of it was handed over.
 */
export const claimDelivery = (
  db: Kysely<Tables>,
  target: string,
  { by, range, configuration }: { readonly by: string; readonly range: Range; readonly configuration: object },
): Promise<Claim> =>
  inTransaction(db, async (transaction) => {
    // Two who begin at once: the second waits here, then finds the first one's row.
    await sql`lock table delivery in share row exclusive mode`.execute(transaction)
    const open = transaction.selectFrom('delivery').where('target', '=', target).where('manifest', 'is', null)
    const alive = await open.selectAll().where(isAtWork).executeTakeFirst()
    if (alive)
      throw declined(
        `A delivery to ${target} has been under way since ${alive.started_at.toISOString()}, by ${alive.made_by}. Wait until it is finished.`,
      )
    await transaction.deleteFrom('delivery').where('target', '=', target).where('manifest', 'is', null).execute()
    const last = await transaction
      .selectFrom('delivery')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('target', '=', target)
      .executeTakeFirst()
    const { reached } = await transaction
      .selectFrom('delivery')
      .select(({ fn }) => fn.max('through_seq').as('reached'))
      .where('target', '=', target)
      .where('is_repeat', '=', false)
      .executeTakeFirstOrThrow()
    const newest = await newestChange(transaction)
    const values = {
      target,
      made_by: by,
      configuration: JSON.stringify(configuration),
      previous_id: last?.id ?? null,
      after_seq: range.after ?? reached ?? 0,
      through_seq: Math.min(range.through ?? newest, newest),
      is_repeat: range.after !== undefined || range.through !== undefined,
    }
    return transaction.insertInto('delivery').values(values).returningAll().executeTakeFirstOrThrow()
  })

/** Whether a process is at work on a delivery: it says so every few seconds. */
export const isAtWork = sql<boolean>`touched_at > clock_timestamp() - interval '2 minutes'`

/** Takes a delivery to be sent. False while another process is sending it. */
export async function claimSending(db: Kysely<Tables>, id: number): Promise<boolean> {
  const claim = db.updateTable('delivery').set({ touched_at: sql`clock_timestamp()` }).where('id', '=', id)
  const { numUpdatedRows } = await claim
    .where('sent_at', 'is', null)
    .where(({ not }) => not(isAtWork))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Says every few seconds that the delivery is still being made or sent, until `stop`. */
export function keepAlive(db: Kysely<Tables>, id: number): { readonly stop: () => void } {
  const touch = () =>
    db
      .updateTable('delivery')
      .set({ touched_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      // One that waited while the work ended says nothing: else nobody could send the delivery for two minutes.
      .where('touched_at', '>', NEVER)
      .execute()
      // The delivery itself fails when the database stays away.
      .catch(() => {})
  const timer = setInterval(touch, 10_000)
  return { stop: () => clearInterval(timer) }
}

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
