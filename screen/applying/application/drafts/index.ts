/** Answers that are stored on this device. */
export { createDeviceStorages, createMemoryStorage } from './device-storages.ts'
export {
  createDrafts,
  type DeviceStorage,
  type DeviceStorages,
  type Drafts,
  ERASED,
  isNothing,
  type Orders,
  type Owner,
  type StoredDraft,
} from './drafts.ts'
export { EARLY, type EarlyDraft, earlyDraftIn } from './early-draft.ts'
export { givenIn } from './given-in.ts'
export { sortVisitorAnswers } from './sort-visitor-answers.ts'
export { createWritingOrder, type WritingOrderBook } from './writing-order.ts'
