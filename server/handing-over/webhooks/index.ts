/** Webhooks: other systems are told that something has changed, with ids only (docs/deliveries.md). */

export { defineWebhookJob, requestWebhooks } from './webhook-job.ts'
export { webhookWarnings } from './webhook-warnings.ts'
export type { Webhooks } from './webhooks.ts'
export { webhooksCommand } from './webhooks-command.ts'
