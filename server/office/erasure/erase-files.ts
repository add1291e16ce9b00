import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ownsStorage } from '../../documents/documents/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Queue } from '../../platform/jobs/index.ts'
import { ACCOUNT_LIST, type Erasures, LIST } from './erasures.ts'

const KINDS = ['uploads', 'originals', 'converted', 'applications'] as const

/** Right after an erasure, and every ten minutes for what the storage did not allow then. */
export const erasedFilesQueue: Queue<Record<string, never>> = {
  name: 'erase-files',
  data: z.strictObject({}),
  retryLimit: 3,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 600,
  cron: '*/10 * * * *',
}

/**
 * Has the files of erased applications erased after the commit of this transaction. Each has a job of its own: one that
 * runs already may have looked before the commit.
 */
export const requestErasedFiles = ({ jobs }: Erasures, transaction: Kysely<Tables>): Promise<unknown> =>
  jobs.enqueue(transaction, erasedFilesQueue, {})

/**
 * Erases the files of erased applications with all their versions, once at once and once a day later, because an upload
 * or a conversion may have been going on. Before that, the erasure is written into the list in the storage, which a
 * restored database is compared with; so are erased accounts. A copy of the database erases no files (docs/decisions/0022).
 */
export async function eraseFiles({ database, storage, log }: Erasures): Promise<void> {
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
