import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'
import { troubleReasons, type WatchedStorage } from '../../platform/storage/index.ts'
import { dayOfMails } from '../mail/index.ts'
import { type Contact, livingProcesses } from './heartbeat.ts'

type Deps = {
  readonly database: Database
  readonly storage: Pick<WatchedStorage, 'checkAccess' | 'trouble'>
  readonly contact: Pick<Contact, 'refusal'>
}

/**
 * Whether database and storage answer and take what is written, why not, and how the pool of connections is used. Never
 * fails.
 */
export async function reachReadings({ database, storage, contact }: Deps): Promise<readonly Reading[]> {
  const [isDatabaseUp, isStorageUp] = await Promise.all([
    answersWithin(sql`select 1`.execute(database.db)),
    answersWithin(storage.checkAccess()),
  ])
  const trouble = storage.trouble()
  const refusal = contact.refusal()
  const pool = database.kind === 'postgres' ? database.connections() : undefined
  return [
    reading('causeway_up', { what: 'database' }, Number(isDatabaseUp !== undefined && refusal === undefined)),
    reading('causeway_up', { what: 'storage' }, Number(isStorageUp !== undefined && trouble === undefined)),
    ...(['read_only', 'full'] as const).map((why) =>
      reading('causeway_writes_refused', { what: 'database', why }, Number(refusal?.why === why)),
    ),
    ...troubleReasons.map((why) =>
      reading('causeway_writes_refused', { what: 'storage', why }, Number(trouble?.why === why)),
    ),
    ...(pool === undefined
      ? []
      : (['used', 'idle', 'waiting'] as const).map((state) =>
          reading('causeway_database_connections', { state }, pool[state]),
        )),
  ]
}

/** The processes, the queues and the mails, as the database knows them. Fails while the database is away. */
export async function queueReadings(database: Pick<Database, 'db'>): Promise<readonly Reading[]> {
  const { db } = database
  const [processes, queues, mails] = await Promise.all([
    livingProcesses(database),
    sql<{ queue: string; due: number; oldest: number; failed: number }>`
      select queue.name as queue, count(job.id) filter (where job.state < 'active')::int as due,
        coalesce(max(extract(epoch from clock_timestamp() - job.start_after)) filter (where job.state < 'active'), 0)::float8
          as oldest,
        count(job.id) filter (where job.state = 'failed')::int as failed
      from pgboss.queue left join pgboss.job on job.name = queue.name
        and (job.state = 'failed' or (job.state < 'active' and job.start_after <= clock_timestamp()))
      where not starts_with(queue.name, '__pgboss') group by queue.name`.execute(db),
    dayOfMails(db),
  ])
  return [
    ...(['server', 'worker'] as const).map((kind) =>
      reading(
        'causeway_job_processes',
        { kind },
        processes.filter((each) => each.does_jobs && each.kind === kind).length,
      ),
    ),
    ...queues.rows.flatMap(({ queue, due, oldest, failed }) => [
      reading('causeway_jobs_due', { queue }, due),
      reading('causeway_oldest_job_seconds', { queue }, oldest),
      reading('causeway_jobs_failed', { queue }, failed),
    ]),
    reading('causeway_mails', { outcome: 'sent' }, mails.accepted),
    reading('causeway_mails', { outcome: 'refused' }, mails.refused),
    reading('causeway_mails', { outcome: 'blocked' }, mails.blocked),
  ]
}

const TIMEOUT = 2_000 // ms

/** The answer and how long it took; undefined if none came within two seconds, which the caller reports. */
export async function answersWithin<Answer>(
  asked: Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly ms: number } | undefined> {
  const start = performance.now()
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT, new Error('Timeout.')).unref())
  try {
    const answer = await Promise.race([asked, timeout])
    return { answer, ms: Math.round(performance.now() - start) }
  } catch {
    return undefined
  }
}
