import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Storage } from '../storage/index.ts'

/** Whether the server can do its work: database, queue and storage answer. The facts hold no applicant's data. */
export type Health = {
  readonly ready: boolean
  readonly database: 'embedded' | 'postgres'
  /** Milliseconds to an answer; null when there was none. */
  readonly database_ms: number | null
  readonly storage_ms: number | null
  readonly up_seconds: number
  readonly memory_mb: number
  readonly jobs_waiting: number | null
}

/** What a server needs to do its work. */
export type Needed = { readonly database: Database; readonly storage: Pick<Storage, 'reach'> }

const PATIENCE = 2_000 // ms

/** Looks at everything a request needs; what has not answered within two seconds does not. */
export async function healthOf({ database, storage }: Needed): Promise<Health> {
  const [jobs, stored] = await Promise.all([answerOf(jobsWaiting(database)), answerOf(storage.reach())])
  return {
    ready: jobs !== undefined && stored !== undefined,
    database: database.kind,
    database_ms: jobs?.ms ?? null,
    storage_ms: stored?.ms ?? null,
    up_seconds: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    jobs_waiting: jobs?.answer ?? null,
  }
}

async function jobsWaiting({ db }: Database): Promise<number> {
  const { rows } = await sql<{
    waiting: number
  }>`select count(*) as waiting from pgboss.job where state < 'active'`.execute(db)
  return Number(rows[0]?.waiting ?? 0)
}

/** undefined when nothing answers: the caller reports that, it is not an exception. */
async function answerOf<Answer>(asked: Promise<Answer>): Promise<{ answer: Answer; ms: number } | undefined> {
  const begun = performance.now()
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE, new Error('It is late.')).unref())
  try {
    const answer = await Promise.race([asked, late])
    return { answer, ms: Math.round(performance.now() - begun) }
  } catch {
    return undefined
  }
}
