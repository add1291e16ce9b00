import type { DeviceStorage } from '../applying/application/index.ts'

/**
 * Milliseconds without activity before a person is logged out, and how long before that they are asked (requirements
 * 9.idle.1 and 9.idle.2).
 */
export const IDLE_AFTER = 900_000
export const PROMPT_BEFORE = 60_000

/** When the person was last active in any tab of this browser: one timestamp for all tabs (Q52). */
export type LastActivity = {
  /** Records that the person is active now. */
  note(): void
  /** Milliseconds since the last activity. If none was recorded, it starts now. */
  age(): number
  /** Whether it was 15 minutes ago or more. */
  isOver(): boolean
  forget(): void
}

const ITEM = 'causeway.active'

/** Uses only this device's clock, because nothing compares it with another one. */
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
