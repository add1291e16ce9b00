import { type RawBuilder, sql } from 'kysely'
import type { DocumentsDeps } from './deps.ts'

const DAY = 24 * 3_600_000 // ms
const BATCH = 1_000

/**
 * Counts, once a day, the files in the storage that are a day old and belong to no document of this database. They are
 * never removed: after a database was restored from a backup, they are the newer uploads of applicants. `npm run
 * health` shows the count.
 */
export async function countUnknownFiles({ database: { db }, storage, log, now }: DocumentsDeps): Promise<void> {
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

const isOfDocument = (deps: DocumentsDeps['storage'], key: string) =>
  ['uploads', 'originals', 'converted'].some((kind) => key.startsWith(deps.keyOf(kind, '')))

/** ms; the clock of the storage may be ahead of ours. */
const CLOCKS = 3_600_000

/** The keys of what applicants and staff are served: documents and application PDFs. */
const served = sql`(
  select result_key as key from document where status = 'COMPLETED'
  union all select file_key from copy where file_key is not null
) as served`

/** How many of these files are not in the storage, such as after a restore of a part of them. */
export async function countMissingFiles({ database: { db }, storage, now }: DocumentsDeps): Promise<number> {
  const countOf = async (counted: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${counted}`.execute(db)
    return Number(rows[0]?.count ?? 0)
  }
  const all = await countOf(served)
  const foundOf = (keys: readonly string[]) =>
    countOf(sql`${served} join jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored (key) using (key)`)
  let found = 0
  let batch: string[] = []
  for (const kind of ['converted', 'applications']) {
    for await (const key of storage.listOlderThan(new Date(now().getTime() + CLOCKS), kind)) {
      batch.push(key)
      if (batch.length < BATCH) continue
      found += await foundOf(batch)
      batch = []
    }
  }
  found += await foundOf(batch)
  return Math.max(0, all - found)
}
