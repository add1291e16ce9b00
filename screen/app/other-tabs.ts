/** How somebody leaves: by Log Out, for inactivity, or because the server no longer knows the session. */
export type Leaving = 'person' | 'idle' | 'over'

/** The messages between tabs of one browser. None of them contains an answer. */
export type TabMessage =
  | { readonly kind: 'entered'; readonly account: string }
  | { readonly kind: 'left'; readonly account: string; readonly how: Leaving }
  | { readonly kind: 'submitted'; readonly account: string }
  | { readonly kind: 'renamed'; readonly account: string; readonly username: string }
  | { readonly kind: 'saved'; readonly account: string; readonly revision: number }

export type OtherTabs = { send(message: TabMessage): void; close(): void }

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
