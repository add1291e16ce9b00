/** Deliveries: submitted applications as files for other systems, each whole or not there (docs/deliveries.md). */

export { builtInCodes, codeListsOf } from './codes.ts'
export { listCodeMaps } from './configuration.ts'
export { deliverCommand, handOver, makeKeptAgain, sendAgain, startTending, tryDelivery } from './hand-over.ts'
export {
  deliveryReadings,
  deliveryWarnings,
  type ListedDelivery,
  listDeliveries,
  readDelivery,
} from './list-deliveries.ts'
export { type OwnQuestion, ownPlaces } from './own-places.ts'
export { isReadByBanner } from './profiles/banner-tables.ts'
export { createRecipientNames, nameOfRecipient, type Recipient, recipientsNow } from './recipients.ts'
export {
  checkTargets,
  destinationOf,
  listAttempts,
  readWebhookSecrets,
  readWebhooks,
  targetsNow,
  type WebhookSettings,
} from './targets.ts'
