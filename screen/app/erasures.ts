import { type DeviceStorage, ERASED, type Erasure } from '../applying/application/index.ts'

export type Erasures = ReturnType<typeof createErasures>

/**
 * What visitors erase on this device, for its other tabs. It is an item and not a message, which a tab that sleeps
 * could miss, and one that has just been loaded could not send yet.
 */
export function createErasures(device: DeviceStorage) {
  let known = device.getItem(ERASED)
  return {
    mark(what: Erasure): void {
      known = `${what} ${Date.now()}`
      device.setItem(ERASED, known)
    },
    /** What another tab has erased since this was last asked. */
    newest(): Erasure | undefined {
      const before = known
      known = device.getItem(ERASED)
      if (known === null || known === before) return undefined // null: the browser's data was cleared
      return known.startsWith('device') ? 'device' : 'draft'
    },
  }
}
