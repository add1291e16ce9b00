import type { DeviceStorage } from './drafts.ts'

/** The order in which this browser writes answers, shared by its tabs (docs/decisions/0020). */
export type WritingOrderBook = {
  /** Names this browser to the server until its drafts are erased; it says nothing of the person. */
  device(): string
  /** A number above every one given before. */
  next(): number
  /** From now on numbers are above this one: a draft may have outlived the counter. */
  reach(number: number): void
  /** The browser is another device from now on. */
  forget(): void
}

const DEVICE = 'causeway.device'
const NUMBER = 'causeway.number'

/**
 * Numbers follow the clock, so that they rise even where a killed browser has lost the last ones, and never fall behind
 * what was given before, whatever the clock says.
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
