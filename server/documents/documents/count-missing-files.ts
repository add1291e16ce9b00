import { type RawBuilder, sql } from 'kysely'
import type { Documents } from './documents.ts'

const BATCH = 1_000
/** ms; the clock of the storage may be ahead of ours. */
const CLOCKS = 3_600_000

/** The keys of what applicants and staff are served: documents and application PDFs. */
const served = sql`(
  select result_key as key from document where status = 'COMPLETED'
  union all select file_key from copy where file_key is not null
) as served`

/** How many of these files are not in the storage, such as after a restore of a part of them. */
export async function countMissingFiles({ database: { db }, storage, now }: Documents): Promise<number> {
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
