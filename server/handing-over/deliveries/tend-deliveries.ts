import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Doer } from '../../platform/control/index.ts'
import { isAtWork } from './claim-delivery.ts'
import { folderOf } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { expireDeliveries } from './expire-deliveries.ts'
import { sendAgain } from './hand-over.ts'
import { readTargets } from './targets.ts'

const PAUSE = 900_000 // ms
const SERVER: Doer = { by: 'the server', actor: 'server' }

/**
 * Now and every quarter of an hour removes the copies that were kept long enough, and sends what could not be sent. In the
 * server and not as a job, because the copies are on its disk.
 */
export function startTending(deliveries: Deliveries, log: FastifyBaseLogger): { readonly close: () => Promise<void> } {
  const expire = () =>
    expireDeliveries(deliveries).catch((error: unknown) => {
      log.warn({ err: error }, 'Copies of deliveries could not be removed. It is tried again in a quarter of an hour.')
    })
  const send = () =>
    sendWaiting(deliveries).catch((error: unknown) => {
      log.warn({ err: error }, 'A delivery could not be sent. It is tried again in a quarter of an hour.')
    })
  let expiring = expire()
  let sending = expiring.then(send)
  const timer = setInterval(() => {
    expiring = expire()
    sending = Promise.all([expiring, sending]).then(send)
  }, PAUSE)
  return {
    // A delivery that is being sent to a slow system is sent anew after the next start.
    close: async () => {
      clearInterval(timer)
      await expiring
    },
  }
}

/** Sends what nobody is making or sending and what is on this machine. Throws the first failure, after all targets. */
export async function sendWaiting(deliveries: Deliveries): Promise<void> {
  const waiting = await deliveries.database.db
    .selectFrom('delivery')
    .select(['id', 'target'])
    .where('manifest', 'is not', null)
    .where('sent_at', 'is', null)
    .where('expired_at', 'is', null)
    .where(({ not }) => not(isAtWork))
    // Who has just made it is about to send it.
    .where('started_at', '<', sql<Date>`clock_timestamp() - interval '5 minutes'`)
    .orderBy('id')
    .execute()
  const here = waiting.filter((each) => existsSync(folderOf(deliveries, each))).map(({ target }) => target)
  const targets = readTargets(deliveries.settings.deliveriesFile)
  const failures: unknown[] = []
  for (const target of new Set(here)) {
    if (targets[target]?.to) await sendAgain(deliveries, target, SERVER).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
