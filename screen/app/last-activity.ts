import type { DeviceStorage } from '../features/application/index.ts'

/**
 * Milliseconds without activity after which a person is logged out, and before that at which they are asked
 * (requirements 9.idle.1 and 9.idle.2).
 */
export const IDLE_AFTER = 900_000
export const PROMPT_BEFORE = 60_000

/** When the person was last active, in any tab of this browser: one timestamp for all of them (Q52). */
export type LastActivity = {
  /** The person is active now. */
  note(): void
  /** Milliseconds since then. Where nothing was noted, now is. */
  age(): number
  /** Whether it is 15 minutes ago or more. */
  isOver(): boolean
  forget(): void
}

const ITEM = 'causeway.active'

/** Goes by this device's clock alone: it is compared with nobody else's. */
export function createLastActivity(storage: DeviceStorage): LastActivity {
  const note = () => storage.setItem(ITEM, String(Date.now()))
  const age = () => {
    const at = Number(storage.getItem(ITEM))
    if (at === 0) note()
    return at === 0 ? 0 : Date.now() - at
  }
  return {
    note,
    age,
    isOver: () => age() >= IDLE_AFTER,
    forget: () => storage.removeItem(ITEM),
  }
}
