/** Acknowledgements: what other systems answer about the applications they were given (docs/deliveries.md). */

export { acknowledge, acknowledgeCommand, acknowledgementSchema, neverHandedOver, rowsIn } from './acknowledge.ts'
export {
  APPLICATION_EXPORTED,
  acknowledgementReadings,
  acknowledgementWarnings,
  givenByReference,
  handedOver,
  isHandedOver,
  isHeldBack,
  listAcknowledgements,
  targetOfToken,
} from './list-acknowledgements.ts'
