import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { type Database, keepClock, type WritesRefused, writesRefused } from '../../platform/database/index.ts'

const BEAT_INTERVAL = 15_000 // ms; three may be missed before a process counts as dead

const FORGET_AFTER = '1 hour'

type HeartbeatDeps = {
  readonly database: Pick<Database, 'db'>
  readonly kind: 'server' | 'worker'
  readonly doesJobs: boolean
  readonly release: string
  /** The id of the secret key with which it encrypts. */
  readonly keyId: string
  readonly contact: Contact
  /** Milliseconds between two beats. */
  readonly interval?: number
}

/**
 * Says in the database that this process is alive and what time it is, now and every 15 seconds, and removes processes
 * that have been silent for an hour. A process that stops keeps its row, so that a restart within a minute is not taken for a death.
 */
export async function startHeartbeat(deps: HeartbeatDeps): Promise<{ readonly close: () => Promise<void> }> {
  const id = randomUUID()
  await beat(id, deps)
  let running: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    running = beat(id, deps)
      // The database is away and has been reported; the next beat tries again.
      .catch((error) => deps.contact.failed(error))
      .finally(() => {
        isBeating = false
      })
  }, deps.interval ?? BEAT_INTERVAL)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      return running
    },
  }
}

async function beat(id: string, { database, kind, doesJobs, release, keyId, contact }: HeartbeatDeps): Promise<void> {
  const { db } = database
  await db
    .insertInto('process')
    .values({ id, kind, does_jobs: doesJobs, release, key_id: keyId, host: hostname() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: sql<Date>`clock_timestamp()` }))
    .execute()
  contact.made()
  await keepClock(database)
  await db
    .deleteFrom('process')
    .where('beat_at', '<', sql<Date>`clock_timestamp() - ${FORGET_AFTER}::interval`)
    .execute()
}

/** When the database last served this process: a database that only reads can save nothing. */
export type Contact = {
  /** It has taken what was written. */
  readonly made: () => void
  /** It has answered what only reads, which says little if the last write was refused. */
  readonly answered: () => void
  /** A write has failed. */
  readonly failed: (error: unknown) => void
  /** Why the last write was refused by a database that answers. */
  readonly refusal: () => WritesRefused | undefined
  readonly secondsAgo: () => number
}

/** Starts with the moment of its creation: a process starts only with a database that answers. */
export function createContact(now: () => number = () => performance.now()): Contact {
  let last = now()
  let refusal: WritesRefused | undefined
  return {
    made: () => {
      last = now()
      refusal = undefined
    },
    answered: () => {
      if (refusal === undefined) last = now()
    },
    failed: (error) => {
      refusal = writesRefused(error) ?? refusal
    },
    refusal: () => refusal,
    secondsAgo: () => (now() - last) / 1000,
  }
}

/** For an operator: that the database takes nothing, why, and what follows. */
export function contactWarnings(contact: Contact): readonly string[] {
  const refusal = contact.refusal()
  return refusal === undefined ? [] : [`The database answers, but ${refusal.words}: nothing can be saved.`]
}

/** A server or worker that uses this database. */
export type LivingProcess = {
  readonly kind: 'server' | 'worker'
  readonly does_jobs: boolean
  readonly release: string
  readonly host: string
  /** Seconds since it last said that it is alive. */
  readonly seconds: number
}

/** The processes that have said within the last minute that they are alive. */
export async function livingProcesses({ db }: Pick<Database, 'db'>): Promise<readonly LivingProcess[]> {
  const { rows } = await sql<LivingProcess>`
    select kind, does_jobs, release, host, extract(epoch from clock_timestamp() - beat_at)::int as seconds
    from process where beat_at > clock_timestamp() - interval '1 minute' order by kind, host, started_at`.execute(db)
  return rows
}

/** How many processes that were alive within the last minute encrypt with the secret key of this id. */
export async function countProcessesWith({ db }: Pick<Database, 'db'>, keyId: string): Promise<number> {
  const { rows } = await sql<{ processes: number }>`
    select count(*)::int as processes from process
    where key_id = ${keyId} and beat_at > clock_timestamp() - interval '1 minute'`.execute(db)
  return rows[0]?.processes ?? 0
}
