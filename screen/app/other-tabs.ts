import { type DeviceStorage, ERASED, type Erasure } from '../applying/application/index.ts'

/** How somebody leaves: by Log Out, for inactivity, or because the server no longer knows the session. */
export type Leaving = 'person' | 'idle' | 'over'

/** The messages between tabs of one browser. None of them contains an answer. */
export type TabMessage =
  | { readonly kind: 'entered'; readonly account: string }
  | { readonly kind: 'left'; readonly account: string; readonly how: Leaving }
  | { readonly kind: 'submitted'; readonly account: string }
  | { readonly kind: 'renamed'; readonly account: string; readonly username: string }
  | { readonly kind: 'saved'; readonly account: string; readonly revision: number }

type OtherTabs = { send(message: TabMessage): void; close(): void }

/** The only channel between tabs of this browser (Q44). A tab does not receive its own messages. */
export function openOtherTabs(onMessage: (message: TabMessage) => void): OtherTabs {
  const channel = new BroadcastChannel('causeway')
  channel.onmessage = ({ data }) => {
    if (isMessage(data)) onMessage(data) // another release may send other messages
  }
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

const ways: readonly unknown[] = ['person', 'idle', 'over'] satisfies readonly Leaving[]

function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const message: Partial<Record<string, unknown>> = { ...data }
  if (typeof message.account !== 'string') return false
  if (message.kind === 'left') return ways.includes(message.how)
  return (
    message.kind === 'entered' ||
    message.kind === 'submitted' ||
    (message.kind === 'renamed' && typeof message.username === 'string') ||
    (message.kind === 'saved' && typeof message.revision === 'number')
  )
}

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
