import type { Reply } from '../../../../api/index.ts'
import type { WriteOrder } from '../../../../engine/index.ts'
import { CallError } from '../../../client/index.ts'
import { createObservable } from '../../../parts/index.ts'
import type { Orders } from '../drafts/drafts.ts'

/** What the save line says. */
export type SaveState =
  | { readonly kind: 'quiet' }
  /** Something was typed and is not sent yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved'; readonly offline: boolean }

export type SaveQueue = {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** The person changed these answers. A commit is sent at once; keystrokes at the latest after 20 s. */
  changed(keys: readonly string[], how: 'keystroke' | 'commit'): void
  /** Queues answers that were written earlier, in this order, and are not saved yet. */
  restore(orders: Orders): void
  /** Sends what is not saved yet. Resolves to true once the server has everything that was unsaved at the time of the call. */
  flush(): Promise<boolean>
  /** The page may end at any moment: sends what waits, even beside an open request, so that it outlives the page. */
  sendBeforeLeaving(): void
  /** Keys whose newest value the server has not acknowledged. */
  unsaved(): readonly string[]
  /** Keys whose answers the server refused. Each is sent again once it changes. Returns the same array until it differs. */
  refused(): readonly string[]
  /** The orders of the unsaved and refused keys. */
  orders(): Orders
  /** Forgets everything, and ignores the replies to open requests. */
  empty(): void
}

type SaveQueueDeps = {
  readonly save: (answers: Record<string, string>, orders: Orders) => Promise<Reply<'saveAnswers'>>
  readonly read: (key: string) => string
  /** The number for the current change, one for all its keys. */
  readonly number: () => number
  /** The revision that a write of this key replaces now. */
  readonly over: (key: string) => number
  /** Whether the person gives this answer; any other is never sent. By default, all are sent. */
  readonly isSaved?: (key: string) => boolean
  /** As many of these keys as fit one request. By default, all of them. */
  readonly firstPart?: (keys: readonly string[]) => readonly string[]
  /** `written` has the newest order of each of these keys, including writes since they were sent. */
  readonly onSaved: (reply: Reply<'saveAnswers'>, written: Orders) => void
  /** Called when the session is over or the application submitted. Nothing more is sent until something changes. */
  readonly onStopped: (error: CallError) => void
}

/** Milliseconds from the first unsent keystroke to a save while a field stays focused. */
const TYPING_DELAY = 20_000
/** Milliseconds before each retry after the server failed; the last one is repeated. */
const RETRY_DELAYS = [2_000, 5_000, 15_000, 30_000]
/** The same if no server was reached: a try costs the server nothing, and only a try shows that it is back. */
const OFFLINE_RETRY_DELAYS = [2_000, 5_000, 10_000]
const stopping: readonly string[] = ['unauthorized', 'already_submitted', 'other_account']

/**
 * The only sender of answers: one request at a time, newest values, only what changed. It also retries what failed, after
 * a delay and on every `flush`. Each write is sent with its order, so that it does not matter in which order requests
 * arrive, or how often (docs/decisions/0020).
 */
export function createSaveQueue(deps: SaveQueueDeps): SaveQueue {
  const { read, number, over, isSaved = () => true, firstPart = (keys) => keys, onSaved, onStopped } = deps
  const save: SaveQueueDeps['save'] = async (answers, written) => withDefaults(await deps.save(answers, written))
  const waiting = new Set<string>()
  const orders = new Map<string, WriteOrder>()
  let sent: readonly string[] = []
  let refused: readonly string[] = []
  const state = createObservable<SaveState>({ kind: 'quiet' })
  let failures = 0
  let generation = 0
  let isRequested = false
  let isStopped = false
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
  }
  /** Without the sent keys that another request has settled meanwhile: those have no order any more. */
  const unsaved = () => [...new Set([...waiting, ...sent])].filter((key) => orders.has(key))
  const ordersOf = (keys: readonly string[]): Orders =>
    Object.fromEntries(
      keys.flatMap((key) => (orders.has(key) ? [[key, orders.get(key) ?? { number: 0, over: 0 }]] : [])),
    )

  function flush(): Promise<boolean> {
    isRequested = true
    if (running === undefined && waiting.size > 0) running = sendAll()
    return running ?? Promise.resolve(true)
  }

  async function sendAll(): Promise<boolean> {
    const started = generation
    isStopped = false
    try {
      while (generation === started && isRequested && waiting.size > 0) {
        isRequested = false
        // If a save was requested while this one failed (a change, or the connection is back), do not wait.
        if (!(await sendOnce()) && (isStopped || !isRequested)) return false
      }
      if (generation !== started) return false
      if (waiting.size > 0) wait(TYPING_DELAY)
      return true
    } finally {
      if (generation === started) running = undefined
    }
  }

  async function sendOnce(): Promise<boolean> {
    const started = generation
    const before = state.get()
    clearTimeout(timer)
    timer = undefined
    const keys = firstPart([...waiting])
    const written = ordersOf(keys)
    sent = keys
    for (const key of keys) waiting.delete(key)
    if (waiting.size > 0) isRequested = true
    state.set({ kind: 'saving' })
    try {
      const reply = await save(Object.fromEntries(keys.map((key) => [key, read(key)])), written)
      if (generation !== started) return false
      sent = []
      failures = 0
      settle(reply, keys, written)
      state.set(waiting.size > 0 ? { kind: 'waiting' } : { kind: 'saved' })
      return true
    } catch (error) {
      if (generation !== started) return false
      for (const key of keys) if (orders.has(key)) waiting.add(key) // otherwise another request has saved it meanwhile
      sent = []
      if (error instanceof CallError) return recover(error, before)
      state.set({ kind: 'unsaved', offline: false })
      throw error
    }
  }

  /** Keeps keys written since as unsaved, and drops conflicting keys, sent or not: the person decides on those. */
  function settle(reply: Reply<'saveAnswers'>, keys: readonly string[], written: Orders): void {
    const asked = [...keys, ...Object.keys(reply.conflicts)]
    const last = { ...written, ...ordersOf(asked) }
    for (const key of asked) {
      const isAsked = Object.hasOwn(reply.conflicts, key)
      if (!isAsked && orders.get(key)?.number !== written[key]?.number) continue
      waiting.delete(key)
      orders.delete(key)
    }
    onSaved(reply, last)
  }

  /** Returns true if the rest can be sent at once. */
  function recover(error: CallError, before: SaveState): boolean {
    const faulty = faultyKeys(error).filter((key) => waiting.has(key))
    if (faulty.length > 0) {
      for (const key of faulty) waiting.delete(key)
      refused = [...refused, ...faulty]
      isRequested = true
      state.set(before)
      return true
    }
    state.set({ kind: 'unsaved', offline: error.code === 'offline' })
    isStopped = stopping.includes(error.code)
    if (isStopped) onStopped(error)
    else {
      const pauses = error.code === 'offline' ? OFFLINE_RETRY_DELAYS : RETRY_DELAYS
      wait(Math.max(pauses[Math.min(failures++, pauses.length - 1)] ?? 0, (error.retryAfter ?? 0) * 1000))
    }
    return false
  }

  return {
    state: state.get,
    subscribe: state.subscribe,
    changed(keys, how) {
      const own = keys.filter(isSaved)
      const stamp = own.length > 0 ? number() : 0
      for (const key of own) {
        waiting.add(key)
        orders.set(key, { number: stamp, over: orders.get(key)?.over ?? over(key) })
      }
      if (refused.some((key) => keys.includes(key))) refused = refused.filter((key) => !keys.includes(key))
      if (how === 'commit') void flush()
      else if (timer === undefined && running === undefined) wait(TYPING_DELAY)
      if (waiting.size > 0 && ['saved', 'quiet'].includes(state.get().kind)) state.set({ kind: 'waiting' })
    },
    restore(restored) {
      for (const [key, order] of Object.entries(restored)) {
        if (!isSaved(key)) continue
        waiting.add(key)
        orders.set(key, order)
      }
      if (waiting.size > 0 && timer === undefined && running === undefined) wait(TYPING_DELAY)
    },
    flush,
    sendBeforeLeaving() {
      const started = generation
      for (let left = [...waiting]; left.length > 0; ) {
        const keys = firstPart(left)
        left = left.filter((key) => !keys.includes(key))
        const written = ordersOf(keys)
        save(Object.fromEntries(keys.map((key) => [key, read(key)])), written).then(
          (reply) => {
            if (generation !== started) return
            settle(reply, keys, written)
            if (waiting.size === 0 && sent.length === 0) state.set({ kind: 'saved' })
          },
          () => {}, // still waiting: the next save sends it again
        )
      }
    },
    unsaved,
    refused: () => refused,
    orders: () => ordersOf([...unsaved(), ...refused]),
    empty() {
      generation += 1
      clearTimeout(timer)
      timer = undefined
      running = undefined
      waiting.clear()
      orders.clear()
      sent = []
      refused = []
      failures = 0
      state.set({ kind: 'quiet' })
    },
  }
}

/** During a rollout, a server of the previous release may reply, without anything about the order of writes. */
const withDefaults = (reply: Reply<'saveAnswers'>): Reply<'saveAnswers'> => ({
  ...reply,
  previous_revision: reply.previous_revision ?? 0,
  conflicts: reply.conflicts ?? {},
  superseded: reply.superseded ?? {},
  canonical: reply.canonical ?? {},
})

/** The keys that a refusal of PUT /api/answer names (7.answer.1); none for any other error. */
function faultyKeys({ status, details }: CallError): readonly string[] {
  const named =
    status === 400 && typeof details === 'object' && details !== null && 'keys' in details ? details.keys : []
  return Array.isArray(named) ? named.filter((key): key is string => typeof key === 'string') : []
}
