/** Webhooks: other systems are told that something has changed, with ids only (docs/deliveries.md). */

export type { WebhooksDeps } from './deps.ts'
export { defineWebhookJob, requestWebhooks } from './send-webhooks.ts'
export { webhooksCommand, webhookWarnings } from './webhooks-command.ts'
