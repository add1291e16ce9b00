import { sql, type Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { ownsStorage } from '../../documents/documents/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { listedKeys } from '../../platform/storage/index.ts'
import { eraseAccounts, eraseApplication, erasedFilesQueue } from './erase-application.ts'
import type { ErasureDeps } from './erasure-deps.ts'

const LIST_EVERY = 300_000 // ms

/** Registers the job that erases files; call it before the jobs start. */
export function defineErasedFilesJob(deps: ErasureDeps): void {
  let listed = Number.NEGATIVE_INFINITY
  deps.jobs.define(erasedFilesQueue, async () => {
    await eraseFiles(deps)
    // Again, because the storage may have been away at the start; not with each of many erasures.
    if (performance.now() - listed < LIST_EVERY) return
    await eraseListed(deps)
    listed = performance.now()
  })
}

/** Erases again, at a start, what the storage lists. A storage that is away prevents no start: the job looks again later. */
export async function eraseListedAtStart(deps: ErasureDeps): Promise<void> {
  try {
    await eraseListed(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'The list of erased applications could not be read; it is read again later.')
  }
}

/** Where the storage lists applications that were erased, and accounts. */
const LIST = 'erasures'
const ACCOUNT_LIST = 'erased-accounts'

const KINDS = ['uploads', 'originals', 'converted', 'kept', 'applications', 'receipts'] as const

/**
 * Erases the files of erased applications with all their versions, once at once and once a day later, because an upload
 * or a conversion may have been going on. Before that, the erasure is written into the list in the storage, which a
 * restored database is compared with; so are erased accounts. A copy of the database erases no files (docs/decisions/0022).
 */
export async function eraseFiles({ database, storage, log }: ErasureDeps): Promise<void> {
  const { db } = database
  const due = await db
    .selectFrom('erasure')
    .selectAll()
    .where((is) =>
      is.or([
        is('files_erased_at', 'is', null),
        is.and([
          is('files_erased_at', '<', sql<Date>`erased_at + interval '1 day'`),
          is('erased_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`),
        ]),
      ]),
    )
    .execute()
  const accounts = await db.selectFrom('erased_account').selectAll().where('listed_at', 'is', null).execute()
  if (due.length === 0 && accounts.length === 0) return
  if (!(await ownsStorage({ database, storage }))) {
    if (due.length > 0)
      log.warn(`The files of ${due.length} erased applications stay: another database owns the storage.`)
    return
  }
  for (const { account_id, erased_at } of accounts) {
    await storage.write(storage.keyOf(ACCOUNT_LIST, account_id), Buffer.from(JSON.stringify({ account_id, erased_at })))
    await db
      .updateTable('erased_account')
      .set({ listed_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', account_id)
      .execute()
  }
  for (const { application_id, cause, erased_at } of due) {
    const entry = JSON.stringify({ application_id, cause, erased_at })
    await storage.write(storage.keyOf(LIST, application_id), Buffer.from(entry))
    for (const kind of KINDS) await storage.erase(kind, application_id)
    await db
      .updateTable('erasure')
      .set({ files_erased_at: sql<Date>`clock_timestamp()` })
      .where('application_id', '=', application_id)
      .execute()
    log.info({ application: application_id }, 'The files of an erased application were erased.')
  }
}

const BATCH = 500 // ids
/**
 * Erases again what the list in the storage names and this database still has, because it was restored from a backup of
 * before the erasure. Call it before anything is served.
 */
async function eraseListed(deps: ErasureDeps): Promise<void> {
  const { database, storage, log } = deps
  let erased = 0
  for await (const keys of listedKeys(storage, LIST, BATCH)) {
    const ids = keys.map(lastWord)
    const known = await database.db.selectFrom('application').select('id').where('id', 'in', ids).execute()
    for (const { id } of known) {
      await inTransaction(database.db, (transaction) => eraseApplication(deps, transaction, id, { cause: 'list' }))
      erased += 1
    }
  }
  if (erased > 0) log.warn(`Applications erased again, because they came back with a restored database: ${erased}.`)
  let accounts = 0
  for await (const keys of listedKeys(storage, ACCOUNT_LIST, BATCH)) {
    const ids = keys.map(lastWord)
    accounts += await inTransaction(database.db, (transaction) => eraseListedAccounts(deps, transaction, ids))
  }
  if (accounts > 0) log.warn(`Accounts erased again, because they came back with a restored database: ${accounts}.`)
}

/** An account goes last: an application of it that this database still has was erased before it. */
async function eraseListedAccounts(deps: ErasureDeps, transaction: Transaction<Tables>, ids: readonly string[]) {
  const theirs = await transaction
    .selectFrom('application')
    .select('id')
    .where(ownerAccount, 'in', [...ids])
    .execute()
  for (const { id } of theirs) await eraseApplication(deps, transaction, id, { cause: 'list' })
  return eraseAccounts(deps, transaction, ids)
}

const lastWord = (key: string) => key.slice(key.lastIndexOf('/') + 1)
