import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { auditRow, type Doer, declined } from '../../platform/control/index.ts'
import { applicationsOf } from './choose-applications.ts'
import { type Configuration, folderOf } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { createDeliveryFolder } from './delivery-folder.ts'
import { writeDelivery } from './write-delivery.ts'

/**
 * Makes a delivery again whose kept copy has been removed, or is on a server that may be gone: the same bytes, but for
 * what is encrypted.
 */
export async function makeAgain(deliveries: Deliveries, id: number, doer: Doer): Promise<{ readonly folder: string }> {
  const { db } = deliveries.database
  const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.manifest) throw declined(`There is no delivery ${id}.`)
  const path = folderOf(deliveries, row)
  // Staff read this too, and the paths of the server are none of theirs.
  if (!row.expired_at && existsSync(path))
    throw declined(`Delivery ${id} is still kept on the server: there is nothing to make again.`)
  // It was written by `makeDelivery`, so it has the type above.
  const configuration = row.configuration as unknown as Configuration
  const { form } = deliveries
  if (configuration.form_version !== form.version)
    throw declined(
      `Delivery ${id} was made with form ${configuration.form_version}, and this release has ${form.version}: a release with that form can make it again.`,
    )
  const folder = await createDeliveryFolder(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw declined(`Delivery ${id} is being made again already. If that was cut off, it can be made again in a day.`)
  })
  try {
    const manifest = await writeDelivery(
      deliveries,
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
