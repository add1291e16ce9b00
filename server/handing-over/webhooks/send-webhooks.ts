import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BaseLogger } from 'pino'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { readWebhooks, type WebhookSettings } from '../deliveries/index.ts'
import { newestChange, readFeed } from '../exports/index.ts'
import { postMessage } from './post-message.ts'

/** The dependencies of every function in this folder. */
export type WebhooksDeps = {
  readonly database: Pick<Database, 'db'>
  readonly settings: Pick<Settings, 'deliveriesFile'>
  readonly jobs: Pick<Jobs, 'define' | 'enqueue'>
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Pick<BaseLogger, 'warn'>
  readonly now: () => Date
}

const MINUTE = 60_000 // ms

/** The pauses after the first failures; the last one is repeated. */
const PAUSES = [1, 5, 30, 120, 300, 600].map((minutes) => minutes * MINUTE)

/** How long a message is tried before its webhook is turned off. */
const PATIENCE = 7 * 24 * 60 * MINUTE

/** When a try is so late, nobody has tried meanwhile, as while a webhook was not in the settings. */
const LATE = 2 * 24 * 60 * MINUTE

/** How long one run sends to a webhook: the job runs every minute, and others hear of nothing new while it does. */
const TURN = 50_000 // ms

/**
 * Tells every webhook what has changed since it last took a message, one message after the other, and stops at the
 * first that it does not take, and before the minute is over. What was sent but not recorded, as when the process is
 * killed, is sent again with the same id.
 */
export async function sendWebhooks(deps: WebhooksDeps, signal = new AbortController().signal): Promise<void> {
  await beginWebhooks(deps)
  const all = readWebhooks(deps.settings.deliveriesFile)
  await Promise.all(all.map((each) => sendTo(deps, each, signal)))
}

/** Lets webhooks that are new begin with the next change. */
async function beginWebhooks({ database: { db }, settings, now }: WebhooksDeps): Promise<void> {
  const names = readWebhooks(settings.deliveriesFile).map(({ name }) => name)
  if (names.length === 0) return
  const after_seq = await newestChange(db, { form: true })
  await db
    .insertInto('webhook')
    .values(names.map((name) => ({ name, after_seq, next_try_at: now() })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

async function sendTo(deps: WebhooksDeps, webhook: WebhookSettings, signal: AbortSignal): Promise<void> {
  const { db } = deps.database
  const claim = randomUUID()
  const ends = deps.now().getTime() + TURN
  const isOver = () => signal.aborted || deps.now().getTime() >= ends
  try {
    while (!isOver() && (await sendNext(deps, webhook, claim, signal)));
  } finally {
    await db.updateTable('webhook').set({ claim: null, claimed_until: null }).where('claim', '=', claim).execute()
  }
}

/** Sends the next message; whether it was taken, so that another can follow. */
async function sendNext(
  deps: WebhooksDeps,
  webhook: WebhookSettings,
  claim: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps.database
  const { name } = webhook
  // Nobody else sends to this webhook for as long as one try can take, and longer.
  const row = await db
    .updateTable('webhook')
    .set({ claim, claimed_until: sql`clock_timestamp() + interval '1 minute'` })
    .where('name', '=', name)
    .where('turned_off_at', 'is', null)
    .where('next_try_at', '<=', deps.now())
    .where(sql<boolean>`(claim = ${claim} or claim is null or claimed_until < clock_timestamp())`)
    .returning(['after_seq', 'tries', 'failing_since', 'next_try_at'])
    .executeTakeFirst()
  const [change] = row ? await readFeed(db, { after: row.after_seq, limit: 1, form: webhook.form }) : []
  if (!row || !change) return false
  const { outcome, reason } = await postMessage(webhook, change, { now: deps.now(), signal })
  // Cut off by the end of the process: the receiver has not failed.
  if (outcome !== 'sent' && signal.aborted) return false
  const now = deps.now()
  const hasGoneOn = now.getTime() - row.next_try_at.getTime() < LATE
  const failing_since = (hasGoneOn && row.failing_since) || now
  const isOver = outcome === 'gone' || now.getTime() - failing_since.getTime() >= PATIENCE
  const pause = PAUSES[Math.min(row.tries, PAUSES.length - 1)] ?? 0
  const stands =
    outcome === 'sent'
      ? { after_seq: change.seq, tries: 0, failing_since: null, sent_at: now, outcome: reason }
      : {
          tries: row.tries + 1,
          failing_since,
          outcome: reason,
          next_try_at: new Date(now.getTime() + pause),
          turned_off_at: isOver ? now : null,
        }
  const isRecorded = await inTransaction(db, async (transaction) => {
    const mine = transaction.updateTable('webhook').set(stands).where('name', '=', name).where('claim', '=', claim)
    const { numUpdatedRows } = await mine.executeTakeFirst()
    // Another process has taken over, because this one did not answer for a minute.
    if (numUpdatedRows === 0n) return false
    if (outcome === 'sent' || !isOver) return true
    const detail = JSON.stringify({ change: change.seq, reason })
    await transaction
      .insertInto('audit')
      .values({ actor: 'webhooks', action: 'webhook turned off', subject: name, detail })
      .execute()
    return true
  })
  deps.metrics.count('causeway_webhook_messages_total', { webhook: name, outcome })
  if (outcome !== 'sent')
    deps.log.warn({ webhook: name, change: change.seq, reason }, 'A webhook did not take a message.')
  return outcome === 'sent' && isRecorded
}

/** Every minute for what has to be tried again, and whenever an application is submitted. */
const webhookQueue = scheduled('send-webhooks', '* * * * *', { retryLimit: 0, expireInSeconds: 300 })

/** Registers the job that sends to webhooks, and lets new ones begin here; call it before the jobs start. */
export async function defineWebhookJob(deps: WebhooksDeps): Promise<void> {
  deps.jobs.define(webhookQueue, (_, { signal }) => sendWebhooks(deps, signal))
  await beginWebhooks(deps)
}

/** Has the webhooks told after the commit of this transaction, if there are any. */
export async function requestWebhooks({ jobs, settings }: WebhooksDeps, transaction: Kysely<Tables>): Promise<void> {
  if (settings.deliveriesFile !== undefined) await jobs.enqueue(transaction, webhookQueue, {}, { key: 'changes' })
}
