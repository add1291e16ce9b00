import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/index.ts'
import type { Queue } from '../../platform/jobs/index.ts'
import { beginWebhooks, sendWebhooks } from './send-webhooks.ts'
import type { Webhooks } from './webhooks.ts'

/** Every minute for what has to be tried again, and whenever an application is submitted. */
const webhookQueue: Queue<Record<string, never>> = {
  name: 'send-webhooks',
  data: z.strictObject({}),
  retryLimit: 0,
  retryDelay: 60,
  retryBackoff: false,
  expireInSeconds: 300,
  cron: '* * * * *',
}

/** Registers the job that sends to webhooks, and lets new ones begin here; call it before the jobs start. */
export async function defineWebhookJob(webhooks: Webhooks): Promise<void> {
  webhooks.jobs.define(webhookQueue, (_, { signal }) => sendWebhooks(webhooks, signal))
  await beginWebhooks(webhooks)
}

/** Has the webhooks told after the commit of this transaction, if there are any. */
export async function requestWebhooks({ jobs, settings }: Webhooks, transaction: Kysely<Tables>): Promise<void> {
  if (settings.deliveriesFile !== undefined) await jobs.enqueue(transaction, webhookQueue, {}, { key: 'changes' })
}
