import { sql } from 'kysely'
import type { Documents } from './documents.ts'

const DAY = 24 * 3_600_000 // ms
const BATCH = 1_000

/**
 * Counts, once a day, the files in the storage that are a day old and belong to no document of this database. They are
 * never removed: after a database was restored from a backup, they are the newer uploads of applicants. `npm run
 * health` shows the count.
 */
export async function countUnknownFiles({ database: { db }, storage, log, now }: Documents): Promise<void> {
  const before = new Date(now().getTime() - DAY)
  const { counted_at } = await db.selectFrom('storage_care').select('counted_at').executeTakeFirstOrThrow()
  if (counted_at !== null && counted_at > before) return
  const unknownOf = async (keys: readonly string[]) => {
    const { rows } = await sql<{ unknown: number }>`
      select count(*) as unknown from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored (key)
      where not exists (select from document where file_key = stored.key)
        and not exists (select from document where original_key = stored.key)
        and not exists (select from document where result_key = stored.key)`.execute(db)
    return Number(rows[0]?.unknown ?? 0)
  }
  let unknown = 0
  let batch: string[] = []
  for await (const key of storage.listOlderThan(before)) {
    if (!isOfDocument(storage, key)) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    unknown += await unknownOf(batch)
    batch = []
  }
  unknown += await unknownOf(batch)
  await db.updateTable('storage_care').set({ unknown_files: unknown, counted_at: now() }).execute()
  if (unknown > 0) log.warn({ unknown }, 'Files in the storage belong to no document of this database; they are kept.')
}

const isOfDocument = (storage: Documents['storage'], key: string) =>
  ['uploads', 'originals', 'converted'].some((kind) => key.startsWith(storage.keyOf(kind, '')))
