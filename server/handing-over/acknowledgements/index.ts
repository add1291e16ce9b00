/** Acknowledgements: what other systems answer about the applications they were given (docs/deliveries.md). */

export { acknowledge, neverHandedOver } from './acknowledge.ts'
export { acknowledgeCommand } from './acknowledge-command.ts'
export { acknowledgementSchema } from './acknowledgement.ts'
export { APPLICATION_EXPORTED, handedOver, targetOfToken } from './handed-over.ts'
export { givenByReference, listAcknowledgements } from './list-acknowledgements.ts'
export { rowsIn } from './rows-in.ts'
export { acknowledgementReadings, acknowledgementWarnings } from './unacknowledged.ts'
