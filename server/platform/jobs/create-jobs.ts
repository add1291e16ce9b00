import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { english } from '../../../engine/index.ts'
import { asDatabaseAway, type Database, requireOutsideTransaction, type Tables } from '../database/index.ts'
import { speakIn } from '../languages/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import { startupError } from '../settings/index.ts'
import { bossOptions } from './migrate-jobs.ts'

/** Work that runs after the reply, survives a restart, and is retried when it fails. */
export type Jobs = {
  /** Registers the handler of a queue; call it before `start`. */
  readonly define: <Data extends object>(queue: Queue<Data>, handler: Handler<Data>) => void
  /**
   * Enqueues a job through the given connection. Inside a transaction the job is part of the transaction and starts
   * right after its commit (Q40). `key` identifies the work: while a job with the same key waits or runs, nothing is
   * added and the result is false. So the key must include whatever makes the work different (a revision, a file). Jobs
   * with a higher `priority` (default 0) run first. `retries` replace those of the queue.
   */
  readonly enqueue: <Data extends object>(
    db: Kysely<Tables>,
    queue: Queue<Data>,
    data: Data,
    options?: { readonly key?: string; readonly priority?: number; readonly retries?: Retries },
  ) => Promise<boolean>
  /** Prepares the queues and starts working; with `only: 'enqueue'`, another process does the work. */
  readonly start: (options?: { readonly only?: 'enqueue' }) => Promise<void>
  /** Takes no more jobs and waits up to `patience` ms for running ones. Call it before closing the database. */
  readonly stop: (timeout?: number) => Promise<void>
}

/** A queue whose jobs run at these times (cron, UTC), one for all processes together, and have no data. */
export const scheduled = (
  name: string,
  cron: string,
  options: Partial<Retries> & { readonly expireInSeconds: number },
): Queue<Record<string, never>> => ({
  name,
  cron,
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 30,
  retryBackoff: false,
  ...options,
})

/** When a failed job is tried again. */
export type Retries = {
  /** How often a failed job is retried. */
  readonly retryLimit: number
  /** Seconds before the first retry. */
  readonly retryDelay: number
  /** Whether each retry waits about twice as long as the one before. */
  readonly retryBackoff: boolean
  /** The longest wait before a retry, in seconds; without it the wait keeps doubling. */
  readonly retryDelayMax?: number
}

/** A kind of job. One constant per kind, shared by the code that enqueues it and the code that handles it. */
export type Queue<Data extends object> = Retries & {
  /** Letters, digits, hyphens. */
  readonly name: string
  /** Ids and file names, never answers or addresses: job data is stored in plain text for a week. */
  readonly data: z.ZodType<Data>
  /** Seconds a job may take; after that its signal is aborted and it counts as failed. */
  readonly expireInSeconds: number
  /** How many jobs of this kind one process runs at a time; default 1. */
  readonly workers?: number
  /** How many more run only jobs with a priority of 1 or higher, so that others cannot hold them up; default 0. */
  readonly urgentWorkers?: number
  /** Enqueues an empty job at these times (cron, UTC), once for all processes together; `data` must accept `{}`. */
  readonly cron?: string
}

/**
 * Does a job. It runs **at least once**: a job whose process was killed, or that took too long, runs again, possibly
 * while its first run is still going. So a handler must be idempotent: it checks what is already done before doing the
 * rest. Throwing means that the job failed and is retried.
 */
export type Handler<Data extends object> = (data: Data, job: Run) => Promise<void>

/** One try of a job. `isLast`: if it fails, the job has failed for good. */
type Run = { readonly signal: AbortSignal; readonly isLast: boolean }

/** Creates the job queues (pg-boss), which are stored in the application's own database. */
export function createJobs(
  database: Database,
  log: Pick<BaseLogger, 'warn' | 'error'>,
  metrics: Pick<Metrics, 'count'> = createMetrics(),
): Jobs {
  const defined: { queue: Queue<object>; work: Work }[] = []
  const started = new Set<string>()
  const boss = new PgBoss({ ...bossOptions(database), ...supervision, useListenNotify: true })
  boss.on(
    'error',
    withoutRepeats((error) => log.error({ err: error }, 'The job queue failed.')),
  )
  boss.on('warning', ({ message }) => log.warn(`Job queue warning: ${message}`))

  return {
    define: (queue, handler) => {
      defined.push({
        queue,
        work: async (job) => {
          const isLast = job.retryCount >= job.retryLimit
          try {
            // A job has no reader, whoever set it off: what it stores is English, and a mail knows its own.
            const context = { signal: job.signal, isLast }
            await speakIn(english, () => handler(queue.data.parse(job.data), context))
            metrics.count('causeway_jobs_total', { queue: queue.name, outcome: 'done' })
          } catch (error) {
            metrics.count('causeway_jobs_total', { queue: queue.name, outcome: isLast ? 'failed' : 'retried' })
            const facts = { err: error, queue: queue.name, job: job.id, try: job.retryCount + 1 }
            if (isLast) log.error(facts, 'A job failed for the last time.')
            else log.warn(facts, 'A job failed and will be tried again.')
            // The thrown error is stored with the job, and a mail server's error contains addresses.
            throw new Error('The job failed. The log has the reason under the id of this job.')
          }
        },
      })
    },
    enqueue: async (db, queue, data, { key = randomUUID(), priority = 0, retries = {} } = {}) => {
      if (!started.has(queue.name)) throw new Error(`The queue ${queue.name} is not started.`)
      if (!(db instanceof Transaction)) requireOutsideTransaction()
      const id = await boss.send(queue.name, queue.data.parse(data), {
        ...retries,
        singletonKey: key,
        priority,
        db: fromKysely(db),
      })
      return id !== null
    },
    start: async ({ only } = {}) => {
      try {
        await boss.start()
        const [queues, schedules] = [await boss.getQueues(), await boss.getSchedules()]
        for (const { queue, work } of defined) {
          await prepareQueue(boss, queue, {
            queue: queues.find(({ name }) => name === queue.name),
            cron: schedules.find(({ name }) => name === queue.name)?.cron,
          })
          if (only === undefined) await workOn(boss, queue, work)
          started.add(queue.name)
        }
      } catch (error) {
        throw asStartupError(error)
      }
    },
    stop: (timeout = 10_000) => boss.stop({ timeout: timeout }),
  }
}

function asStartupError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return asDatabaseAway(error)
  return startupError(
    `The tables of the job queue are not up to date, and this database user may not change them (${error.message}): run npm run migrate, or give it CREATE on the database.`,
    error,
  )
}

type Work = (job: JobWithMetadata<object>) => Promise<void>

/** Seconds. A job whose process was killed is noticed by its missing heartbeat and runs again within a minute. */
const supervision = { monitorIntervalSeconds: 15, superviseIntervalSeconds: 15 }

const heartbeatSeconds = 30

const TEN_YEARS = 315_360_000

/** A commit wakes the worker for a new job; polling finds retries and missed notifications. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }

/** Makes a queue as it is wanted; what it is already costs no statement, because a start would send over a hundred. */
async function prepareQueue(
  boss: PgBoss,
  { name, retryLimit, retryDelay, retryDelayMax, retryBackoff, expireInSeconds, cron }: Queue<object>,
  present: { readonly queue: QueueResult | undefined; readonly cron: string | undefined },
): Promise<void> {
  const options = {
    retryLimit,
    retryDelay,
    retryBackoff,
    expireInSeconds,
    heartbeatSeconds,
    notify: true,
    // What waits ends by its tries, and is not removed by a clock that is weeks ahead.
    retentionSeconds: TEN_YEARS,
    ...(retryDelayMax !== undefined && { retryDelayMax }),
  }
  if (present.queue === undefined) {
    await boss.createQueue(name, { ...options, policy: 'exclusive' })
    // pg-boss looks up a queue once, outside the caller's connection; inside an embedded transaction that would deadlock.
    await boss.findJobs(name, { id: randomUUID() })
  } else if (!isDeepStrictEqual({ ...present.queue, ...options }, present.queue)) {
    await boss.updateQueue(name, options)
  }
  if (cron === present.cron) return
  if (cron === undefined) await boss.unschedule(name)
  else await boss.schedule(name, cron, {})
}

async function workOn(boss: PgBoss, queue: Queue<object>, work: Work): Promise<void> {
  const { name, workers = 1, urgentWorkers = 0 } = queue
  await startWorkers(boss, name, { localConcurrency: workers }, work)
  if (urgentWorkers > 0) await startWorkers(boss, name, { localConcurrency: urgentWorkers, minPriority: 1 }, work)
}

type Which = { readonly localConcurrency: number; readonly minPriority?: number }

async function startWorkers(boss: PgBoss, name: string, which: Which, work: Work): Promise<void> {
  const workOptions = { ...polling, ...which, includeMetadata: true } as const
  let worker = ''
  worker = await boss.work<object, void, typeof workOptions>(name, workOptions, async (jobs) => {
    try {
      for (const job of jobs) await work(job)
    } finally {
      // Look for the next job at once; otherwise the polling interval would pass between any two.
      boss.notifyWorker(worker)
    }
  })
}

const REPEAT_INTERVAL = 10_000 // ms

/** Workers of all queues meet the same outage several times a second; one line per reason every 10 s is enough. */
export function withoutRepeats(logError: (error: Error) => void): (error: Error) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    const last = lastLogged.get(reason)
    if (last !== undefined && performance.now() - last < REPEAT_INTERVAL) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(reason, performance.now())
    logError(error)
  }
}

/** pg-boss adds to the message which of its workers it was, of which every queue has one or more. */
const reasonOf = ({ message }: Error) => message.replace(/ \(Queue: [^,]+, Worker: [\w-]+\)$/, '')

/** Removes every job, waiting or done, whose data or key names one of these ids. */
export async function forgetJobs(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const patterns = ids.map((id) => `%${id}%`)
  await sql`
    delete from pgboss.job where data::text like any(${patterns}::text[]) or singleton_key like any(${patterns}::text[])
  `.execute(db)
}
