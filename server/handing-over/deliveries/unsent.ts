import { sql } from 'kysely'
import { type Reading, reading } from '../../platform/metrics/index.ts'
import type { Deliveries } from './deliveries.ts'
import { sendingTargets } from './list-targets.ts'

/** What is needed to look for them. */
type Looking = Pick<Deliveries, 'database' | 'settings'>

/** The deliveries that were begun over an hour ago and have not reached their target's folder, by target. */
async function unsent({ database, settings }: Looking) {
  const targets = [...sendingTargets({ settings })]
  if (targets.length === 0) return []
  return database.db
    .selectFrom('delivery')
    .select(['target', sql<number>`count(*)::int`.as('count'), sql<Date>`min(started_at)`.as('since')])
    .where('target', 'in', targets)
    .where('manifest', 'is not', null)
    .where('sent_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('started_at', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .groupBy('target')
    .orderBy('target')
    .execute()
}

/** One sentence for each target that waits for deliveries. */
export const deliveryWarnings = async (looking: Looking): Promise<readonly string[]> =>
  (await unsent(looking)).map(
    ({ target, count, since }) =>
      `${count} ${count === 1 ? 'delivery' : 'deliveries'} to ${target} could not be sent since ${since.toISOString()}: Deliveries at /staff says why.`,
  )

/** The same as a metric. Fails while the database is away. */
export const deliveryReadings = async (looking: Looking): Promise<readonly Reading[]> =>
  (await unsent(looking)).map(({ target, count }) => reading('causeway_deliveries_unsent', { target }, count))
