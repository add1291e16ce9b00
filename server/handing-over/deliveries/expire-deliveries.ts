import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Configuration, keptIn, nameOf } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { readTargets } from './targets.ts'

const DAY = 86_400_000 // ms

/**
 * Removes copies of deliveries that were kept long enough, and day-old leftovers of deliveries that were cut off. A copy
 * that its target has not got yet stays: what it holds counts as handed over, and comes in no later delivery.
 */
export async function expireDeliveries(deliveries: Deliveries): Promise<void> {
  const { db } = deliveries.database
  const now = deliveries.now().getTime()
  const targets = readTargets(deliveries.settings.deliveriesFile)
  const finished = await db.selectFrom('delivery').selectAll().where('manifest', 'is not', null).execute()
  for (const name of await readdir(keptIn(deliveries)).catch(() => [])) {
    const path = join(keptIn(deliveries), name)
    const row = finished.find((each) => nameOf(each) === name)
    // It was written by `makeDelivery`, so it has this type.
    const { target } = (row?.configuration ?? {}) as Partial<Configuration>
    if (row && row.sent_at === null && targets[row.target]?.to) continue
    // Later than its start, if it was made again.
    const from = Math.max(row?.started_at.getTime() ?? 0, (await stat(path)).mtimeMs)
    if (from + (target?.keep_days ?? 1) * DAY > now) continue
    await rm(path, { recursive: true, force: true })
    if (row) await db.updateTable('delivery').set({ expired_at: deliveries.now() }).where('id', '=', row.id).execute()
  }
}
