import { randomUUID } from 'node:crypto'
import { type Kysely, Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { BaseLogger } from 'pino'
import { type Database, requireOutsideTransaction, type Tables } from '../database/index.ts'
import { startFault } from '../settings/index.ts'
import { bossOptions } from './boss-options.ts'
import type { Handler, Queue } from './queue.ts'

/** Work that happens after the reply, survives a restart, and is tried again when it fails. */
export type Jobs = {
  /** Says who does the jobs of a queue; before `start`. */
  readonly define: <Data extends object>(queue: Queue<Data>, handler: Handler<Data>) => void
  /**
   * Enqueues a job through the given connection: inside a transaction the job exists exactly when the transaction is
   * kept, and starts at once after it (Q40). `key` names the piece of work: while a job of the same key waits
   * or runs, nothing is added and the reply is false. So put what makes the work different (a revision, a file) in it.
   * Jobs of a higher `priority` (0 unless said) are done first.
   */
  readonly enqueue: <Data extends object>(
    db: Kysely<Tables>,
    queue: Queue<Data>,
    data: Data,
    options?: { readonly key?: string; readonly priority?: number },
  ) => Promise<boolean>
  /** Prepares the queues and begins to work; with `only: 'enqueue'` another process does the work. */
  readonly start: (options?: { readonly only?: 'enqueue' }) => Promise<void>
  /** Takes no further jobs and waits up to `patience` milliseconds for those that run; before the database closes. */
  readonly stop: (patience?: number) => Promise<void>
}

/** Opens the job queues of a database (pg-boss, in the same database as everything else). */
export function createJobs(database: Database, log: Pick<BaseLogger, 'warn' | 'error'>): Jobs {
  const defined: { queue: Queue<object>; work: Work }[] = []
  const started = new Set<string>()
  const boss = new PgBoss({ ...bossOptions(database), ...tempo, useListenNotify: true })
  boss.on(
    'error',
    calmly((error) => log.error({ err: error }, 'The job queue failed.')),
  )
  boss.on('warning', ({ message }) => log.warn(`The job queue warns: ${message}`))

  return {
    define: (queue, handler) => {
      defined.push({
        queue,
        work: async (job) => {
          try {
            await handler(queue.data.parse(job.data), { signal: job.signal })
          } catch (error) {
            const last = job.retryCount >= job.retryLimit
            const facts = { err: error, queue: queue.name, job: job.id, try: job.retryCount + 1 }
            if (last) log.error(facts, 'A job failed for the last time.')
            else log.warn(facts, 'A job failed and will be tried again.')
            // What is thrown is stored with the job, and an error of a mail server holds addresses.
            throw new Error('The log says why, under the id of this job.')
          }
        },
      })
    },
    enqueue: async (db, queue, data, { key = randomUUID(), priority = 0 } = {}) => {
      if (!started.has(queue.name)) throw new Error(`The queue ${queue.name} is not started.`)
      if (!(db instanceof Transaction)) requireOutsideTransaction()
      const id = await boss.send(queue.name, queue.data.parse(data), {
        singletonKey: key,
        priority,
        db: fromKysely(db),
      })
      return id !== null
    },
    start: async ({ only } = {}) => {
      await boss.start().catch((error) => {
        if (error?.code !== '42501') throw error
        throw startFault(
          `The user of DATABASE_URL may not create the schema pgboss (${error.message}): give it CREATE on the database.`,
          error,
        )
      })
      for (const { queue, work } of defined) {
        await prepareQueue(boss, queue)
        if (only === undefined) await workOn(boss, queue, work)
        started.add(queue.name)
      }
    },
    stop: (patience = 10_000) => boss.stop({ timeout: patience }),
  }
}

const SAME_REASON_AGAIN = 10_000 // ms

/** Every worker of every queue meets the same outage several times a second; one line of each reason now and then says it all. */
function calmly(tell: (error: Error) => void): (error: Error) => void {
  const told = new Map<string, number>()
  return (error) => {
    const last = told.get(error.message)
    if (last !== undefined && performance.now() - last < SAME_REASON_AGAIN) return
    if (told.size > 100) told.clear()
    told.set(error.message, performance.now())
    tell(error)
  }
}

type Work = (job: JobWithMetadata<object>) => Promise<void>

/** Seconds. A job whose process was killed is found by its missing heartbeat, and comes back within a minute. */
const tempo = { monitorIntervalSeconds: 15, superviseIntervalSeconds: 15 }
const heartbeatSeconds = 30
/** A new job wakes its worker when it is committed; what is tried again, or was missed, is found by looking. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }

async function prepareQueue(boss: PgBoss, queue: Queue<object>): Promise<void> {
  const { name, retryLimit, retryDelay, retryDelayMax, retryBackoff, expireInSeconds, cron } = queue
  const options = { retryLimit, retryDelay, retryBackoff, expireInSeconds, heartbeatSeconds, notify: true }
  const most = retryDelayMax === undefined ? {} : { retryDelayMax }
  await boss.createQueue(name, { ...options, ...most, policy: 'exclusive' })
  await boss.updateQueue(name, { ...options, ...most })
  if (cron === undefined) await boss.unschedule(name)
  else await boss.schedule(name, cron, {})
  // pg-boss looks a queue up once, outside the caller's connection; inside an embedded transaction it would wait for ever.
  await boss.findJobs(name, { id: randomUUID() })
}

async function workOn(boss: PgBoss, { name, workers = 1 }: Queue<object>, work: Work): Promise<void> {
  const fetching = { ...polling, localConcurrency: workers, includeMetadata: true } as const
  let worker = ''
  worker = await boss.work<object, void, typeof fetching>(name, fetching, async (jobs) => {
    try {
      for (const job of jobs) await work(job)
    } finally {
      // The next one is looked for at once; otherwise the polling would be waited out between any two.
      boss.notifyWorker(worker)
    }
  })
}
