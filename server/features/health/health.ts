import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** What does not answer, or has no room left. */
type Missing = 'database' | 'storage' | 'disk'

/**
 * Whether the server can do its work, and what is missing. Without its storage it can: one signs in, saves and submits,
 * and a balancer that took every server out for it would take all of that away. The facts hold no applicant's data.
 */
export type Health = {
  readonly ready: boolean
  readonly missing: readonly Missing[]
  readonly database: 'embedded' | 'postgres'
  /** Milliseconds to an answer; null when there was none. */
  readonly database_ms: number | null
  readonly storage_ms: number | null
  /** Of the disk that holds DATA_DIR. */
  readonly disk_free_mb: number
  readonly up_seconds: number
  readonly memory_mb: number
  readonly jobs_waiting: number | null
  /** Since when the job that is due longest waits: workers that have died show here. */
  readonly oldest_job_seconds: number | null
  /** Mails of the last seven days that a mail server refused for good. */
  readonly mails_refused: number | null
}

/** What a server needs to do its work. */
export type HealthDeps = {
  readonly database: Database
  readonly storage: Pick<Storage, 'reach'>
  readonly dataDir: string
  /** Megabytes that are free on the disk of a folder. */
  readonly freeOf?: (folder: string) => Promise<number>
}

const PATIENCE = 2_000 // ms
/** The database writes ahead in files of 16 MB, and needs some of them to start again. */
const LEAST_FREE = 100 // MB

/** Looks at everything a request needs; what has not answered within two seconds does not. */
export async function healthOf({ database, storage, dataDir, freeOf = freeMegabytes }: HealthDeps): Promise<Health> {
  const [asked, stored, free] = await Promise.all([
    answerOf(facts(database)),
    answerOf(storage.reach()),
    answerOf(freeOf(dataDir)),
  ])
  const freeMb = free?.answer ?? 0
  const isFull = freeMb < LEAST_FREE
  const missing = [
    ...(asked === undefined ? ['database' as const] : []),
    ...(stored === undefined ? ['storage' as const] : []),
    ...(isFull ? ['disk' as const] : []),
  ]
  return {
    // A disk beside PostgreSQL holds a socket and perhaps documents; that of the embedded database, every answer.
    ready: asked !== undefined && !(isFull && database.kind === 'embedded'),
    missing,
    database: database.kind,
    database_ms: asked?.ms ?? null,
    storage_ms: stored?.ms ?? null,
    disk_free_mb: Math.round(freeMb),
    up_seconds: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    jobs_waiting: asked?.answer.waiting ?? null,
    oldest_job_seconds: asked?.answer.oldest ?? null,
    mails_refused: asked?.answer.refused ?? null,
  }
}

async function facts({ db }: Database): Promise<{ waiting: number; oldest: number; refused: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number; refused: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(start_after))::int, 0) as oldest,
      (select count(*)::int from sent_mail where refused_at > clock_timestamp() - interval '7 days') as refused
    from pgboss.job where state < 'active' and start_after <= clock_timestamp()`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: 0, refused: 0 }
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 2 ** 20
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
