import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { App } from '../../platform/http/index.ts'
import type { WatchedStorage } from '../../platform/storage/index.ts'
import { type Contact, createContact, type LivingProcess, livingProcesses } from './heartbeat.ts'
import { answersWithin } from './service-readings.ts'

/**
 * What does not respond, takes no writing or has no space left. `worker`: no process that does jobs was alive in the last
 * minute.
 */
type Missing = 'database' | 'storage' | 'disk' | 'worker'

/**
 * Whether the server can work, and what is missing. It can work without its storage: people can sign in, save and
 * submit. It stays ready while the database is away for a moment: every call says so itself, and all servers share the
 * database. A balancer that took every server out for that would make all of this impossible. Contains no applicant data.
 */
type Health = {
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
  /** The servers and workers that were alive in the last minute; null while the database is away. */
  readonly processes: readonly string[] | null
  /** Mails of the last seven days that the mail server refused for good, because of their address. */
  readonly mails_refused: number | null
  /** Mails of the last seven days that it refused for another reason, and has not accepted since. */
  readonly mails_blocked: number | null
}

/** What a server needs to work. */
type HealthDeps = {
  readonly database: Database
  readonly storage: Pick<WatchedStorage, 'checkAccess' | 'trouble'>
  readonly dataDir: string
  /** When the database last answered, and for how many seconds it may be away before the server is not ready. */
  readonly contact?: Contact
  readonly readySeconds?: number
  /** Free megabytes on the disk of a folder. */
  readonly freeOf?: (folder: string) => Promise<number>
}

/** The database writes its log ahead in 16 MB files, and needs some of them to start again. */
const MIN_FREE_MB = 100 // MB

/** Checks everything a request needs; anything that does not respond within two seconds counts as missing. */
export async function healthOf(deps: HealthDeps): Promise<Health> {
  const { database, storage, dataDir, freeOf = freeMegabytes, contact = createContact(), readySeconds = 0 } = deps
  const [databaseCheck, processCheck, storageCheck, diskCheck] = await Promise.all([
    answersWithin(queueCounts(database)),
    answersWithin(livingProcesses(database)),
    answersWithin(storage.checkAccess()),
    answersWithin(freeOf(dataDir)),
  ])
  const freeMb = diskCheck?.answer ?? 0
  const isFull = freeMb < MIN_FREE_MB
  const processes = processCheck?.answer
  if (databaseCheck !== undefined) contact.answered()
  const isServing = databaseCheck !== undefined && contact.refusal() === undefined
  const missing = [
    ...(isServing ? [] : ['database' as const]),
    ...(storageCheck === undefined || storage.trouble() !== undefined ? ['storage' as const] : []),
    ...(isFull ? ['disk' as const] : []),
    ...(processes?.some(({ does_jobs }) => does_jobs) === false ? ['worker' as const] : []),
  ]
  return {
    // With PostgreSQL, this disk holds a socket and perhaps documents; with the embedded database, every answer.
    ready: (isServing || contact.secondsAgo() < readySeconds) && !(isFull && database.kind === 'embedded'),
    missing,
    database: database.kind,
    database_ms: databaseCheck?.ms ?? null,
    storage_ms: storageCheck?.ms ?? null,
    disk_free_mb: Math.round(freeMb),
    up_seconds: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    jobs_waiting: databaseCheck?.answer.waiting ?? null,
    oldest_job_seconds: databaseCheck?.answer.oldest ?? null,
    processes: processes?.map(inWords) ?? null,
    mails_refused: databaseCheck?.answer.refused ?? null,
    mails_blocked: databaseCheck?.answer.blocked ?? null,
  }
}

const inWords = ({ kind, host, release, does_jobs, seconds }: LivingProcess) =>
  `${kind} ${release} on ${host}${does_jobs ? '' : ', without jobs'}, ${seconds} s ago`

type QueueCounts = Readonly<Record<'waiting' | 'oldest' | 'refused' | 'blocked', number>>

async function queueCounts({ db }: Database): Promise<QueueCounts> {
  const { rows } = await sql<QueueCounts>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(start_after))::int, 0) as oldest,
      (select count(*)::int from sent_mail where refused_at > clock_timestamp() - interval '7 days') as refused,
      (select count(*)::int from sent_mail where blocked_at > clock_timestamp() - interval '7 days') as blocked
    from pgboss.job where state < 'active' and start_after <= clock_timestamp()`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: 0, refused: 0, blocked: 0 }
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 2 ** 20
}

/**
 * /healthz: the process responds. /readyz: it can work; 503 while it cannot, or is about to stop, so that a balancer
 * looks elsewhere. The reply names at once what is missing, also while the server still counts as ready.
 */
export function healthRoutes(app: App, deps: HealthDeps, stopping?: AbortSignal): void {
  const options = { config: { limit: 'none' } } as const
  app.get('/healthz', options, async () => ({ alive: true }))
  app.get('/readyz', options, async (_, reply) => {
    const { ready, missing } = await healthOf(deps)
    const isStopping = stopping?.aborted === true
    const isReady = ready && !isStopping
    return reply
      .code(isReady ? 200 : 503)
      .send({ ready: isReady, missing: [...missing, ...(isStopping ? ['stopping'] : [])] })
  })
}
