import type { Leaving } from './create-session.ts'

/** The messages between tabs of one browser. None of them contains an answer. */
export type TabMessage =
  | { readonly kind: 'entered'; readonly account: string }
  | { readonly kind: 'left'; readonly account: string; readonly how: Leaving['how'] }
  | { readonly kind: 'submitted'; readonly account: string }
  | { readonly kind: 'saved'; readonly account: string; readonly revision: number }

export type OtherTabs = { tell(message: TabMessage): void; close(): void }

/** The only channel between tabs of this browser (Q44). A tab does not receive its own messages. */
export function openOtherTabs(hear: (message: TabMessage) => void): OtherTabs {
  const channel = new BroadcastChannel('causeway')
  channel.onmessage = ({ data }) => {
    if (isMessage(data)) hear(data) // another release may send other messages
  }
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

const ways: readonly unknown[] = ['person', 'idle', 'over', 'cleared'] satisfies readonly Leaving['how'][]

function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const told: Partial<Record<string, unknown>> = { ...data }
  if (typeof told.account !== 'string') return false
  if (told.kind === 'left') return ways.includes(told.how)
  return (
    told.kind === 'entered' || told.kind === 'submitted' || (told.kind === 'saved' && typeof told.revision === 'number')
  )
}
