import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import type { DocumentsDeps } from './deps.ts'

type OwnerDeps = Pick<DocumentsDeps, 'database' | 'storage'>

/**
 * Whether this storage belongs to this database. Both hold a token that every sweep replaces, so a copy of the
 * database, restored from a backup for a rehearsal or for reading, soon has an old one. The copy may read and write,
 * but not remove anything that the database in use may still need (docs/decisions/0022).
 */
export async function ownsStorage(deps: OwnerDeps): Promise<boolean> {
  const { token, next_token } = await tokensOf(deps)
  const storageToken = await readToken(deps)
  // The very first time: neither has a token yet.
  if (storageToken === undefined) return token === null
  return storageToken === token || storageToken === next_token
}

/** Replaces the token in database and storage, in an order that survives an interruption between any two steps. */
export async function renewToken({ database: { db }, storage }: OwnerDeps): Promise<void> {
  await db
    .updateTable('storage_care')
    .set({ next_token: sql`coalesce(next_token, ${randomUUID()}::uuid)` })
    .execute()
  await inTransaction(db, async (transaction) => {
    const row = transaction.selectFrom('storage_care').select('next_token').forUpdate()
    const { next_token } = await row.executeTakeFirstOrThrow()
    if (next_token === null) return // another process was first
    await storage.write(tokenKey(storage), Buffer.from(next_token))
    await transaction.updateTable('storage_care').set({ token: next_token, next_token: null }).execute()
  })
}

/**
 * Makes the storage belong to this database, whichever owned it before; only an operator can decide that. It may be a
 * backup with files that were erased since, and without the list of them: the erasing begins anew.
 */
export async function adoptStorage(deps: OwnerDeps): Promise<void> {
  const { db } = deps.database
  await db.updateTable('erasure').set({ files_erased_at: null }).execute()
  await db.updateTable('erased_account').set({ listed_at: null }).execute()
  await db.updateTable('revocation').set({ listed_at: null }).execute()
  await db.updateTable('receipt').set({ listed_under: null }).execute()
  await db.updateTable('storage_care').set({ stopped: null }).execute()
  await renewToken(deps)
}

const tokensOf = ({ database: { db } }: OwnerDeps) =>
  db.selectFrom('storage_care').select(['token', 'next_token']).executeTakeFirstOrThrow()

async function readToken({ storage }: OwnerDeps): Promise<string | undefined> {
  const bytes = await storage.read(tokenKey(storage))
  return bytes && Buffer.from(bytes).toString()
}

const tokenKey = (deps: DocumentsDeps['storage']) => deps.keyOf('owner', 'token')

type FileColumn = keyof Pick<Tables['document'], 'file_key' | 'original_key' | 'result_key' | 'kept_key'>
const allFileColumns = ['file_key', 'original_key', 'result_key', 'kept_key'] as const

/**
 * Removes the files of these documents and records each removal. It removes only files: the document's row stays until
 * the sweep, so that files a conversion still writes are found. Throws if the storage is away; returns false and
 * removes nothing if the storage belongs to another database.
 */
export async function removeFiles(
  deps: Pick<DocumentsDeps, 'database' | 'storage'>,
  ids: readonly string[],
  reason: string,
  columns: readonly FileColumn[] = allFileColumns,
): Promise<boolean> {
  const { database, storage } = deps
  if (ids.length === 0) return true
  if (!(await ownsStorage(deps))) return false
  const rows = await database.db
    .selectFrom('document')
    .select(['id', 'application_id', ...allFileColumns])
    .where('id', 'in', [...ids])
    .execute()
  const removed = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const { id: document_id, application_id, [column]: key } = row
      return key === null ? [] : [{ key, document_id, application_id, reason }]
    }),
  )
  for (const { key } of removed) await storage.remove(key)
  if (removed.length === 0) return true
  await database.db
    .insertInto('removed_file')
    .values(removed)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return true
}
