import type { Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { eraseApplication } from './erase-application.ts'
import { ACCOUNT_LIST, type Erasures, LIST } from './erasures.ts'

const BATCH = 500

/**
 * Erases again what the list in the storage names and this database still has, because it was restored from a backup of
 * before the erasure. Call it before anything is served.
 */
export async function eraseListed(erasures: Erasures): Promise<void> {
  const { database, storage, log } = erasures
  let erased = 0
  for await (const ids of batches(storage.listOlderThan(new Date(Date.now() + DAY), LIST))) {
    const known = await database.db.selectFrom('application').select('id').where('id', 'in', ids).execute()
    for (const { id } of known) {
      await inTransaction(database.db, (transaction) => eraseApplication(erasures, transaction, id, { cause: 'list' }))
      erased += 1
    }
  }
  if (erased > 0) log.warn(`Applications erased again, because they came back with a restored database: ${erased}.`)
  let accounts = 0
  for await (const ids of batches(storage.listOlderThan(new Date(Date.now() + DAY), ACCOUNT_LIST))) {
    accounts += await inTransaction(database.db, (transaction) => eraseListedAccounts(erasures, transaction, ids))
  }
  if (accounts > 0) log.warn(`Accounts erased again, because they came back with a restored database: ${accounts}.`)
}

/** An account goes last: an application of it that this database still has was erased before it. */
async function eraseListedAccounts(erasures: Erasures, transaction: Transaction<Tables>, ids: readonly string[]) {
  const theirs = await transaction
    .selectFrom('application')
    .select('id')
    .where(ownerAccount, 'in', [...ids])
    .execute()
  for (const { id } of theirs) await eraseApplication(erasures, transaction, id, { cause: 'list' })
  return eraseAccounts(erasures, transaction, ids)
}

/** The same at a start, which a storage that is away does not prevent: the job looks again every ten minutes. */
export async function eraseListedAtStart(erasures: Erasures): Promise<void> {
  try {
    await eraseListed(erasures)
  } catch (error) {
    erasures.log.warn({ err: error }, 'The list of erased applications could not be read; it is read again later.')
  }
}

const DAY = 86_400_000 // ms: the storage's clock may be ahead

/** The ids of listed applications, many at a time. */
async function* batches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let ids: string[] = []
  for await (const key of keys) {
    ids.push(key.slice(key.lastIndexOf('/') + 1))
    if (ids.length < BATCH) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}
