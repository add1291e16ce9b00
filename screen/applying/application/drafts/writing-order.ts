import type { DeviceStorage } from './drafts.ts'

/** The order in which this browser writes answers, shared by its tabs (docs/decisions/0020). */
export type WritingOrderBook = {
  /** Identifies this browser to the server until its drafts are erased; it says nothing about the person. */
  device(): string
  /** A number greater than any returned before. */
  next(): number
  /** Makes later numbers greater than this one, because a draft may have outlived the counter. */
  reach(number: number): void
  /** Makes this browser count as another device from now on. */
  forget(): void
}

const DEVICE = 'causeway.device'
const NUMBER = 'causeway.number'

/**
 * Numbers follow the clock, so that they rise even if a killed browser has lost the last ones. They never fall below an
 * earlier number, whatever the clock says.
 */
export function createWritingOrder(storage: DeviceStorage, now: () => number): WritingOrderBook {
  let last = 0
  const reach = (number: number) => {
    last = Math.max(last, number, Number(storage.getItem(NUMBER)) || 0)
  }
  return {
    device() {
      const known = storage.getItem(DEVICE)
      if (known !== null && /^[a-z0-9]{16}$/.test(known)) return known
      const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte % 36).toString(36)).join('')
      storage.setItem(DEVICE, made)
      return made
    },
    next() {
      reach(0)
      last = Math.max(now(), last + 1)
      storage.setItem(NUMBER, String(last))
      return last
    },
    reach,
    forget() {
      storage.removeItem(DEVICE)
      storage.removeItem(NUMBER)
    },
  }
}
