/** Deliveries: submitted applications as files for other systems, each whole or not there (docs/deliveries.md). */

export { builtInCodes } from './built-in-codes.ts'
export { codeListsOf } from './code-lists.ts'
export { deliverCommand } from './deliver-command.ts'
export { handOver, makeKeptAgain, sendAgain, tryDelivery } from './hand-over.ts'
export { listCodeMaps } from './list-code-maps.ts'
export { type ListedDelivery, listDeliveries, readDelivery } from './list-deliveries.ts'
export { destinationOf, listAttempts, targetsNow } from './list-targets.ts'
export { checkTargets, readWebhooks } from './targets.ts'
export { startTending } from './tend-deliveries.ts'
export { deliveryReadings, deliveryWarnings } from './unsent.ts'
export { readWebhookSecrets, type WebhookSettings } from './webhook-settings.ts'
