/** Webhooks: other systems are told that something has changed, with ids only (docs/deliveries.md). */

export { defineWebhookJob, requestWebhooks, type WebhooksDeps } from './send-webhooks.ts'
export { webhooksCommand, webhookWarnings } from './webhooks-command.ts'
