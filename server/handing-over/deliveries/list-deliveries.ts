import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'
import { isAtWork } from './claim-delivery.ts'
import { type DeliveriesDeps, sendingTargets } from './targets.ts'

const PAGE = 50 // deliveries
const MOST = 200 // rows of a part of one delivery

/** A delivery, whether it is whole, and whether its target has it. */
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>['deliveries'][number]

/** Deliveries to all targets or to one, the newest first, a page at a time. */
export async function listDeliveries(
  deps: DeliveriesDeps,
  { target, before }: { readonly target?: string | undefined; readonly before?: number | undefined },
) {
  const rows = await deps.database.db
    .selectFrom('delivery')
    .$call(withFacts)
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  return { deliveries: described(deps, page), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

/** One delivery with its files, and what was held back and why; undefined if there is none. */
export async function readDelivery(deps: DeliveriesDeps, id: number) {
  const { db } = deps.database
  const row = await db
    .selectFrom('delivery')
    .$call(withFacts)
    .select('manifest')
    .where('id', '=', id)
    .executeTakeFirst()
  const [delivery] = described(deps, row ? [row] : [])
  if (!row || !delivery) return undefined
  const heldBack = await db
    .selectFrom('delivery_row')
    .select(['application_id', 'suspended'])
    .where('delivery_id', '=', id)
    .where('suspended', 'is not', null)
    .orderBy('seq')
    .limit(MOST)
    .execute()
  const manifest = row.manifest === null ? undefined : manifestSchema.parse(JSON.parse(row.manifest))
  return {
    delivery,
    files: manifest?.files.slice(0, MOST) ?? [],
    fileCount: manifest?.files.length ?? 0,
    emptyColumns: manifest?.empty_columns ?? [],
    heldBack: heldBack.map(({ application_id, suspended }) => ({ application_id, reasons: suspended ?? [] })),
  }
}

const manifestSchema = z.object({
  empty_columns: z.array(z.string()).default([]),
  files: z
    .array(z.object({ name: z.string(), bytes: z.int(), rows: z.int().optional(), recipient: z.string().optional() }))
    .default([]),
})

type Fact<Of extends keyof Tables> = SelectQueryBuilder<Tables, Of, object>

const withFacts = (query: Fact<'delivery'>) =>
  query
    .select(['id', 'target', 'made_by', 'started_at', 'sent_at', 'expired_at', 'after_seq', 'through_seq', 'is_repeat'])
    .select([sql<boolean>`manifest is not null`.as('is_whole'), isAtWork.as('is_at_work')])
    .select(({ selectFrom }) => {
      const rows = selectFrom('delivery_row').whereRef('delivery_id', '=', 'delivery.id')
      return [
        rows.select(sql<number>`count(*)::int`.as('count')).as('count'),
        rows.where('suspended', 'is not', null).select(sql<number>`count(*)::int`.as('held')).as('held_back'),
      ]
    })

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number]

function described(deps: DeliveriesDeps, rows: readonly Row[]) {
  const sending = sendingTargets(deps)
  return rows.map(({ is_whole, is_at_work, count, held_back, ...row }) => ({
    ...row,
    state: stateOf({ is_whole, is_at_work, is_sent: row.sent_at !== null, is_to_be_sent: sending.has(row.target) }),
    delivered: (count ?? 0) - (held_back ?? 0),
    held_back: held_back ?? 0,
  }))
}

type State = 'under_way' | 'cut_off' | 'kept' | 'sending' | 'not_sent' | 'sent'
type Facts = Record<'is_whole' | 'is_at_work' | 'is_sent' | 'is_to_be_sent', boolean>

function stateOf({ is_whole, is_at_work, is_sent, is_to_be_sent }: Facts): State {
  if (!is_whole) return is_at_work ? 'under_way' : 'cut_off'
  if (is_sent) return 'sent'
  if (!is_to_be_sent) return 'kept'
  return is_at_work ? 'sending' : 'not_sent'
}

/** What is needed to look for them. */
type Looking = Pick<DeliveriesDeps, 'database' | 'settings'>

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
