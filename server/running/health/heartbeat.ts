import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { type Database, keepClock } from '../../platform/database/index.ts'
import type { Contact } from './contact.ts'

const BEAT_INTERVAL = 15_000 // ms; three may be missed before a process counts as dead
const FORGET_AFTER = '1 hour'

type Beating = {
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
export async function startHeartbeat(beating: Beating): Promise<{ readonly close: () => Promise<void> }> {
  const id = randomUUID()
  await beat(id, beating)
  let running: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    running = beat(id, beating)
      // The database is away and has been reported; the next beat tries again.
      .catch(() => {})
      .finally(() => {
        isBeating = false
      })
  }, beating.interval ?? BEAT_INTERVAL)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      return running
    },
  }
}

async function beat(id: string, { database, kind, doesJobs, release, keyId, contact }: Beating): Promise<void> {
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
