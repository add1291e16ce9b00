import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/index.ts'

/** Removes every job, waiting or done, whose data or key names one of these ids. */
export async function forgetJobs(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const patterns = ids.map((id) => `%${id}%`)
  await sql`
    delete from pgboss.job where data::text like any(${patterns}::text[]) or singleton_key like any(${patterns}::text[])
  `.execute(db)
}
