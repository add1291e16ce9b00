import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** Whether the server can do its work: the database answers. The facts hold no applicant's data. */
export type Health = {
  readonly ready: boolean
  readonly database: 'embedded' | 'postgres'
  readonly database_ms: number | null
  readonly up_seconds: number
  readonly memory_mb: number
  readonly jobs_waiting: number | null
}

/** Looks at everything a request needs. */
export async function healthOf(database: Database): Promise<Health> {
  const begun = performance.now()
  const waiting = await jobsWaiting(database)
  return {
    ready: waiting !== undefined,
    database: database.kind,
    database_ms: waiting === undefined ? null : Math.round(performance.now() - begun),
    up_seconds: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    jobs_waiting: waiting ?? null,
  }
}

/** undefined when the database or the queue in it does not answer: the caller reports that, it is not an exception. */
async function jobsWaiting({ db }: Database): Promise<number | undefined> {
  try {
    const { rows } = await sql<{
      waiting: number
    }>`select count(*) as waiting from pgboss.job where state < 'active'`.execute(db)
    return Number(rows[0]?.waiting ?? 0)
  } catch {
    return undefined
  }
}
