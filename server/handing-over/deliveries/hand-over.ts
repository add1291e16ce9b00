import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { auditRow, type Doer, isDeclined, operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import { clockDoubt } from '../../platform/database/index.ts'
import { isAtWork, type Range } from './claim-delivery.ts'
import { type Configuration, folderOf, keptIn, missingCodes, nameOf, targetNamed } from './configuration.ts'
import { makeAgain, makeDelivery } from './make-delivery.ts'
import { checkTarget } from './own-places.ts'
import { sendDeliveries } from './send-delivery.ts'
import { type DeliveriesDeps, readTargets } from './targets.ts'

/** Makes a delivery to a target and sends what has not been sent. The record has who did it, or why it failed. */
export const handOver = (deps: DeliveriesDeps, target: string, doer: Doer, range: Range = {}) =>
  recordingFailure(deps, target, doer, async () => {
    await expireDeliveries(deps)
    const found = targetNamed(deps, target)
    const { id, ...summary } = await makeDelivery(deps, target, doer, { range })
    return {
      delivery: id,
      ...summary,
      folder: folderOf(deps, { target, id }),
      sent: await sendDeliveries(deps, target, found, doer),
    }
  })

/** Makes a delivery and keeps nothing of it: what would be held back and why, and which values have no code. */
export const tryDelivery = (deps: DeliveriesDeps, target: string, doer: Doer, range: Range = {}) =>
  recordingFailure(deps, target, doer, async () => {
    await expireDeliveries(deps)
    const { id: _, ...summary } = await makeDelivery(deps, target, doer, { range, dryRun: true })
    const found = { ...summary, values_without_code: await missingCodes(deps, target) }
    await audit(deps, 'delivery tried', target, doer, found)
    return found
  })

/** Sends what was made for a target and has not been sent. */
export const sendAgain = (deps: DeliveriesDeps, target: string, doer: Doer): Promise<readonly string[]> =>
  recordingFailure(deps, target, doer, async () => sendDeliveries(deps, target, targetNamed(deps, target), doer))

/** Makes a delivery again whose copy has expired. */
export const makeKeptAgain = (deps: DeliveriesDeps, id: number, doer: Doer) =>
  recordingFailure(deps, `delivery ${id}`, doer, async () => {
    await expireDeliveries(deps)
    return makeAgain(deps, id, doer)
  })

async function recordingFailure<Done>(
  deps: DeliveriesDeps,
  target: string,
  doer: Doer,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const reason = isDeclined(error) ? error.message : UNEXPECTED
    // Without the database there is no record either; the error itself says so.
    await audit(deps, 'delivery failed', target, doer, { reason }).catch(() => {})
    throw error
  }
}

const UNEXPECTED = 'Something failed that the log of the server describes. Nothing of it was handed over.'

const audit = (
  { database }: DeliveriesDeps,
  action: 'delivery tried' | 'delivery failed',
  target: string,
  doer: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  database.db
    .insertInto('audit')
    .values(auditRow(doer, action, target, detail))
    .execute()

const USAGE =
  'Usage: npm run deliver -- <target> --by <person> [--dry-run] [--after <change> --through <change>], or --again <delivery> --by <person>, or --check <target>'

/** `npm run deliver`: hands applications over to a target and sends what was made (docs/deliveries.md). */
export async function deliverCommand(deps: DeliveriesDeps, words: readonly string[]): Promise<unknown> {
  const [option, name, ...more] = words
  // Nothing is handed over, so nobody needs to be named.
  if (option === '--check' && name !== undefined && more.length === 0) return checkTarget(deps, name)
  const { target, by, dryRun, again, range } = read(words)
  const doer = operatorFor(by)
  if (again !== undefined) return makeKeptAgain(deps, again, doer)
  return dryRun ? tryDelivery(deps, target, doer, range) : handOver(deps, target, doer, range)
}

const OPTIONS = {
  by: { type: 'string' },
  after: { type: 'string' },
  through: { type: 'string' },
  again: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

function read(words: readonly string[]) {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [target = '', ...more] = positionals
  if (more.length > 0 || (target === '') === (values.again === undefined)) throw new Error(USAGE)
  const by = personIn(values.by)
  const number = (name: 'after' | 'through' | 'again') => {
    const text = values[name]
    if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new Error(`--${name} must be a whole number.`)
    return text === undefined ? undefined : Number(text)
  }
  const range = { after: number('after'), through: number('through') }
  return { target, by, dryRun: values['dry-run'], again: number('again'), range }
}

const DAY = 86_400_000 // ms

/**
 * Removes copies of deliveries that were kept long enough, and day-old leftovers of deliveries that were cut off. A copy
 * that its target has not got yet stays: what it holds counts as handed over, and comes in no later delivery. Nothing
 * goes while the time is in doubt.
 */
async function expireDeliveries(deps: DeliveriesDeps): Promise<void> {
  if ((await clockDoubt(deps)) !== undefined) return
  const { db } = deps.database
  const now = deps.now().getTime()
  const targets = readTargets(deps.settings.deliveriesFile)
  const finished = await db.selectFrom('delivery').selectAll().where('manifest', 'is not', null).execute()
  for (const name of await readdir(keptIn(deps)).catch(() => [])) {
    const path = join(keptIn(deps), name)
    const row = finished.find((each) => nameOf(each) === name)
    // It was written by `makeDelivery`, so it has this type.
    const { target } = (row?.configuration ?? {}) as Partial<Configuration>
    if (row && row.sent_at === null && targets[row.target]?.to) continue
    const { mtimeMs } = await stat(path)
    if (mtimeMs + (target?.keep_days ?? 1) * DAY > now) continue
    await rm(path, { recursive: true, force: true })
    if (row) await db.updateTable('delivery').set({ expired_at: deps.now() }).where('id', '=', row.id).execute()
  }
}

const PAUSE = 900_000 // ms
const SERVER: Doer = { by: 'the server', actor: 'server' }

/**
 * Now and every quarter of an hour removes the copies that were kept long enough, and sends what could not be sent. In the
 * server and not as a job, because the copies are on its disk.
 */
export function startTending(deps: DeliveriesDeps, log: FastifyBaseLogger): { readonly close: () => Promise<void> } {
  const expire = () =>
    expireDeliveries(deps).catch((error: unknown) => {
      log.warn({ err: error }, 'Copies of deliveries could not be removed. It is tried again in a quarter of an hour.')
    })
  const send = () =>
    sendWaiting(deps).catch((error: unknown) => {
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
export async function sendWaiting(deps: DeliveriesDeps): Promise<void> {
  const waiting = await deps.database.db
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
  const here = waiting.filter((each) => existsSync(folderOf(deps, each))).map(({ target }) => target)
  const targets = readTargets(deps.settings.deliveriesFile)
  const failures: unknown[] = []
  for (const target of new Set(here)) {
    if (targets[target]?.to) await sendAgain(deps, target, SERVER).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
