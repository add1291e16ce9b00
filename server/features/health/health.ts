import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** What does not respond or has no space left. */
type Missing = 'database' | 'storage' | 'disk'

/**
 * Whether the server can work, and what is missing. It can work without its storage: people can sign in, save and
 * submit. A balancer that took every server out for that would make all of this impossible. Contains no applicant data.
 */
export type Health = {
  readonly ready: boolean
  readonly missing: readonly Missing[]
  readonly database: 'embedded' | 'postgres'
  /** Milliseconds until the database responded; null if it did not. */
  readonly database_ms: number | null
  readonly storage_ms: number | null
  /** Free space on the disk that holds DATA_DIR. */
  readonly disk_free_mb: number
  readonly up_seconds: number
  readonly memory_mb: number
  readonly jobs_waiting: number | null
  /** How long the job that is most overdue has waited: a high number means that workers have died. */
  readonly oldest_job_seconds: number | null
  /** Mails of the last seven days that the mail server refused for good. */
  readonly mails_refused: number | null
}

/** What a server needs to work. */
export type HealthDeps = {
  readonly database: Database
  readonly storage: Pick<Storage, 'checkAccess'>
  readonly dataDir: string
  /** Free megabytes on the disk of a folder. */
  readonly freeOf?: (folder: string) => Promise<number>
}

const TIMEOUT = 2_000 // ms
/** The database writes its log ahead in 16 MB files, and needs some of them to start again. */
const MIN_FREE_MB = 100 // MB

/** Checks everything a request needs; anything that does not respond within two seconds counts as missing. */
export async function healthOf({ database, storage, dataDir, freeOf = freeMegabytes }: HealthDeps): Promise<Health> {
  const [databaseCheck, storageCheck, diskCheck] = await Promise.all([
    checkWithin(queueCounts(database)),
    checkWithin(storage.checkAccess()),
    checkWithin(freeOf(dataDir)),
  ])
  const freeMb = diskCheck?.answer ?? 0
  const isFull = freeMb < MIN_FREE_MB
  const missing = [
    ...(databaseCheck === undefined ? ['database' as const] : []),
    ...(storageCheck === undefined ? ['storage' as const] : []),
    ...(isFull ? ['disk' as const] : []),
  ]
  return {
    // With PostgreSQL, this disk holds a socket and perhaps documents; with the embedded database, every answer.
    ready: databaseCheck !== undefined && !(isFull && database.kind === 'embedded'),
    missing,
    database: database.kind,
    database_ms: databaseCheck?.ms ?? null,
    storage_ms: storageCheck?.ms ?? null,
    disk_free_mb: Math.round(freeMb),
    up_seconds: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    jobs_waiting: databaseCheck?.answer.waiting ?? null,
    oldest_job_seconds: databaseCheck?.answer.oldest ?? null,
    mails_refused: databaseCheck?.answer.refused ?? null,
  }
}

async function queueCounts({ db }: Database): Promise<{ waiting: number; oldest: number; refused: number }> {
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

/** Undefined if nothing responds: the caller reports that, so it is no exception. */
async function checkWithin<Answer>(asked: Promise<Answer>): Promise<{ answer: Answer; ms: number } | undefined> {
  const start = performance.now()
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT, new Error('Timeout.')).unref())
  try {
    const answer = await Promise.race([asked, timeout])
    return { answer, ms: Math.round(performance.now() - start) }
  } catch {
    return undefined
  }
}
