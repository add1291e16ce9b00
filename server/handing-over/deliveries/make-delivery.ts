import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { auditRow, type Doer, declined } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Chosen, chooseApplications } from './choose-applications.ts'
import { type Claim, claimDelivery, keepAlive, NEVER, type Range } from './claim-delivery.ts'
import { type Configuration, configurationOf, folderOf, targetNamed } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { createDeliveryFolder } from './delivery-folder.ts'
import { type WrittenRow, writeDelivery } from './write-delivery.ts'

/** What a delivery holds. `reasons` counts the applications that each reason held back. */
export type DeliverySummary = {
  readonly delivered: number
  readonly held_back: number
  readonly reasons: Readonly<Record<string, number>>
}

/**
 * Hands everything over that has changed since the last delivery to this target, or a range of changes. The delivery is
 * whole or not there: whatever fails on the way leaves nothing. With `dryRun` nothing is kept, and nothing counts as
 * handed over.
 */
export async function makeDelivery(
  deliveries: Deliveries,
  name: string,
  doer: Doer,
  { range = {}, dryRun = false }: { readonly range?: Range; readonly dryRun?: boolean } = {},
): Promise<DeliverySummary & { readonly id: number }> {
  const { db } = deliveries.database
  const configuration = await configurationOf(deliveries, targetNamed(deliveries, name))
  const claim = await claimDelivery(db, name, { by: doer.by, range, configuration })
  try {
    const chosen = await chooseApplications(db, claim)
    const summary = await write(deliveries, { claim, configuration, chosen, dryRun, doer })
    if (dryRun) await forget(deliveries, claim)
    return { id: claim.id, ...summary }
  } catch (error) {
    await forget(deliveries, claim)
    throw error
  }
}

type Work = {
  readonly claim: Claim
  readonly configuration: Configuration
  readonly chosen: readonly Chosen[]
  readonly dryRun: boolean
  readonly doer: Doer
}

async function write(
  deliveries: Deliveries,
  { claim, configuration, chosen, dryRun, doer }: Work,
): Promise<DeliverySummary> {
  const { db } = deliveries.database
  const folder = await createDeliveryFolder(folderOf(deliveries, claim))
  const alive = keepAlive(db, claim.id)
  const reasons: Record<string, number> = {}
  let held = 0
  let rows: WrittenRow[] = []
  const store = async () => {
    if (rows.length > 0) await storeRows(deliveries, claim, rows)
    rows = []
  }
  try {
    const manifest = await writeDelivery(deliveries, { claim, configuration, chosen, folder }, async (row) => {
      for (const reason of row.suspended ?? []) reasons[reason] = (reasons[reason] ?? 0) + 1
      held += row.suspended ? 1 : 0
      rows.push(row)
      if (rows.length >= 500) await store()
    })
    await store()
    if (dryRun) await folder.discard()
    else {
      await folder.keep()
      await finish(deliveries, claim, { manifest, doer })
    }
    return { delivered: chosen.length - held, held_back: held, reasons }
  } catch (error) {
    await folder.discard()
    throw error
  } finally {
    alive.stop()
  }
}

/** Stores what was looked at. Reasons tell answers, so those of an application that was erased meanwhile are left out. */
const storeRows = ({ database }: Deliveries, claim: Claim, rows: readonly WrittenRow[]): Promise<unknown> =>
  inTransaction(database.db, async (transaction) => {
    // An erasure takes this lock: one that goes on is waited for, and a later one finds these rows.
    await sql`select pg_advisory_xact_lock(19)`.execute(transaction)
    const ids = rows.map(({ application_id }) => application_id)
    const found = transaction.selectFrom('erasure').select('application_id').where('application_id', 'in', ids)
    const erased = new Set((await found.execute()).map(({ application_id }) => application_id))
    const values = rows.map(({ suspended, ...each }) => ({
      ...{ ...each, delivery_id: claim.id },
      suspended: suspended && !erased.has(each.application_id) ? JSON.stringify(suspended) : null,
    }))
    await transaction.insertInto('delivery_row').values(values).execute()
  })

/** From here on the delivery counts, and is in the record. */
const finish = (
  { database }: Deliveries,
  claim: Claim,
  { manifest, doer }: { readonly manifest: string; readonly doer: Doer },
): Promise<void> =>
  inTransaction(database.db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('delivery')
      .set({ manifest, touched_at: NEVER })
      .where('id', '=', claim.id)
      .where('manifest', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw declined('This delivery took too long to answer, and another one has begun.')
    await transaction
      .insertInto('audit')
      .values(auditRow(doer, 'delivery made', claim.target, { delivery: claim.id }))
      .execute()
  })

/** Removes a delivery that is not whole, in the database and in the folder. */
async function forget(deliveries: Deliveries, claim: Claim): Promise<void> {
  const { db } = deliveries.database
  await db.deleteFrom('delivery').where('id', '=', claim.id).where('manifest', 'is', null).execute()
  // Last: what cannot be removed now, because the disk is at fault, goes with other leftovers.
  await rm(folderOf(deliveries, claim), { recursive: true, force: true })
}
