import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { auditRow, type Doer, declined } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import {
  applicationsOf,
  type Chosen,
  type Claim,
  chooseApplications,
  claimDelivery,
  keepAlive,
  NEVER,
  type Range,
} from './claim-delivery.ts'
import { type Configuration, configurationOf, folderOf, targetNamed } from './configuration.ts'
import { createDeliveryFolder } from './delivery-folder.ts'
import type { DeliveriesDeps } from './targets.ts'
import { type WrittenRow, writeDelivery } from './write-delivery.ts'

/** What a delivery holds. `reasons` counts the applications that each reason held back. */
type DeliverySummary = {
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
  deps: DeliveriesDeps,
  name: string,
  doer: Doer,
  { range = {}, dryRun = false }: { readonly range?: Range; readonly dryRun?: boolean } = {},
): Promise<DeliverySummary & { readonly id: number }> {
  const { db } = deps.database
  const configuration = await configurationOf(deps, targetNamed(deps, name))
  const claim = await claimDelivery(db, name, { by: doer.by, range, configuration })
  try {
    const chosen = await chooseApplications(db, claim)
    const summary = await write(deps, { claim, configuration, chosen, dryRun, doer })
    if (dryRun) await forget(deps, claim)
    return { id: claim.id, ...summary }
  } catch (error) {
    await forget(deps, claim)
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
  deps: DeliveriesDeps,
  { claim, configuration, chosen, dryRun, doer }: Work,
): Promise<DeliverySummary> {
  const { db } = deps.database
  const folder = await createDeliveryFolder(folderOf(deps, claim))
  const alive = keepAlive(db, claim.id)
  const reasons: Record<string, number> = {}
  let held = 0
  let rows: WrittenRow[] = []
  const store = async () => {
    if (rows.length > 0) await storeRows(deps, claim, rows)
    rows = []
  }
  try {
    const manifest = await writeDelivery(deps, { claim, configuration, chosen, folder }, async (row) => {
      for (const reason of row.suspended ?? []) reasons[reason] = (reasons[reason] ?? 0) + 1
      held += row.suspended ? 1 : 0
      rows.push(row)
      if (rows.length >= 500) await store()
    })
    await store()
    if (dryRun) await folder.discard()
    else {
      await folder.keep()
      await finish(deps, claim, { manifest, doer })
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
const storeRows = ({ database }: DeliveriesDeps, claim: Claim, rows: readonly WrittenRow[]): Promise<unknown> =>
  inTransaction(database.db, async (transaction) => {
    // An erasure takes this lock: one that goes on is waited for, and a later one finds these rows.
    await sql`select pg_advisory_xact_lock(19)`.execute(transaction)
    const ids = rows.map(({ application_id }) => application_id)
    const found = transaction.selectFrom('erasure').select('application_id').where('application_id', 'in', ids)
    const erased = new Set((await found.execute()).map(({ application_id }) => application_id))
    const values = rows.map(({ suspended, ...each }) => ({
      ...each,
      delivery_id: claim.id,
      suspended: suspended && !erased.has(each.application_id) ? JSON.stringify(suspended) : null,
    }))
    await transaction.insertInto('delivery_row').values(values).execute()
  })

/** From here on the delivery counts, and is in the record. */
const finish = (
  { database }: DeliveriesDeps,
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
async function forget(deps: DeliveriesDeps, claim: Claim): Promise<void> {
  const { db } = deps.database
  await db.deleteFrom('delivery').where('id', '=', claim.id).where('manifest', 'is', null).execute()
  // Last: what cannot be removed now, because the disk is at fault, goes with other leftovers.
  await rm(folderOf(deps, claim), { recursive: true, force: true })
}

/**
 * Makes a delivery again whose kept copy has been removed, or is on a server that may be gone: the same bytes, but for
 * what is encrypted.
 */
export async function makeAgain(deps: DeliveriesDeps, id: number, doer: Doer): Promise<{ readonly folder: string }> {
  const { db } = deps.database
  const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.manifest) throw declined(`There is no delivery ${id}.`)
  const path = folderOf(deps, row)
  // Staff read this too, and the paths of the server are none of theirs.
  if (!row.expired_at && existsSync(path))
    throw declined(`Delivery ${id} is still kept on the server: there is nothing to make again.`)
  // It was written by `makeDelivery`, so it has the type above.
  const configuration = row.configuration as unknown as Configuration
  // A later release made it, and this one was put back.
  if (!deps.register.versions.includes(configuration.form_version))
    throw declined(
      `Delivery ${id} was made with form ${configuration.form_version}, which this release does not know: a later one can make it again.`,
    )
  const folder = await createDeliveryFolder(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw declined(`Delivery ${id} is being made again already. If that was cut off, it can be made again in a day.`)
  })
  try {
    const manifest = await writeDelivery(
      deps,
      { claim: row, configuration, chosen: await applicationsOf(db, id), folder },
      async () => {},
    )
    if (withoutEncrypted(manifest) !== withoutEncrypted(row.manifest))
      throw declined(
        `Delivery ${id} cannot be made as it was: its applications have changed since, or this release draws them otherwise.`,
      )
    // What a process left that was killed before the next line.
    await rm(path, { recursive: true, force: true })
    await folder.keep()
    await db.updateTable('delivery').set({ expired_at: null }).where('id', '=', id).execute()
    await db
      .insertInto('audit')
      .values(auditRow(doer, 'delivery made again', row.target, { delivery: id }))
      .execute()
    return { folder: path }
  } catch (error) {
    await folder.discard()
    throw error
  }
}

/** A manifest without what differs each time: encryption is never the same twice. */
function withoutEncrypted(manifest: string): string {
  const parsed = JSON.parse(manifest)
  const files = parsed.files.map((file: { readonly recipient?: string }) =>
    file.recipient ? { ...file, bytes: 0, sha256: '' } : file,
  )
  return JSON.stringify({ ...parsed, files })
}
