/** Deliveries: submitted applications as files for other systems, each whole or not there (docs/deliveries.md). */

export { builtInCodes } from './built-in-codes.ts'
export { codeListsOf } from './code-lists.ts'
export { deliverCommand } from './deliver-command.ts'
export { handOver, makeKeptAgain, sendAgain, tryDelivery } from './hand-over.ts'
export { checkTargets, readWebhooks } from './targets.ts'
export { readWebhookSecrets, type WebhookSettings } from './webhook-settings.ts'
