import type { Reply } from '../../../../api/index.ts'
import type { WriteOrder } from '../../../../engine/index.ts'
import { CallError } from '../../../client/index.ts'
import type { Orders } from '../drafts/index.ts'

/** What the save line says. `at` is the server's time (ISO). */
export type SaveState =
  | { readonly kind: 'quiet' }
  /** Something was typed and is not sent yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'unsaved'; readonly offline: boolean }

export type SaveQueue = {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** The person changed these answers. A commit is sent at once; keystrokes at the latest after 20 s. */
  changed(keys: readonly string[], how: 'keystroke' | 'commit'): void
  /** These were written before, in this order, and are not saved yet. */
  restore(orders: Orders): void
  /** Sends what is not saved yet. True once the server has everything that was there at the time of asking. */
  flush(): Promise<boolean>
  /** The page may go at any moment: what waits is sent beside a request that is under way, and outlives the page. */
  sendBeforeLeaving(): void
  /** Keys whose newest value the server has not acknowledged. */
  unsaved(): readonly string[]
  /** Keys the server will not take as they are; each is tried again when it is changed. The same array until it differs. */
  refused(): readonly string[]
  /** How the unsaved and refused keys were written. */
  orders(): Orders
  /** Forgets everything; what is under way is no longer listened to. */
  empty(): void
}

type SaveQueueDeps = {
  readonly save: (answers: Record<string, string>, orders: Orders) => Promise<Reply<'saveAnswers'>>
  readonly read: (key: string) => string
  /** Numbers what is written now: one number for all keys of a change. */
  readonly number: () => number
  /** The revision over which a key is written now. */
  readonly over: (key: string) => number
  /** Whether an answer is the person's to give; any other is never sent. By default every one is. */
  readonly isSaved?: (key: string) => boolean
  /** The first of these keys that one request can carry. By default it carries all. */
  readonly firstPart?: (keys: readonly string[]) => readonly string[]
  /** `written` tells how each of these keys was written last, also since they were sent. */
  readonly onSaved: (reply: Reply<'saveAnswers'>, written: Orders) => void
  /** The session is over or the application is submitted: nothing more is sent until something changes. */
  readonly onStopped: (error: CallError) => void
}

/** Milliseconds from the first unsent keystroke to a save while a field stays focused. */
const WHILE_TYPING = 20_000
/** Milliseconds before what a server refused is sent again; the last one is repeated. */
const AGAIN_AFTER = [2_000, 5_000, 15_000, 30_000]
/** The same where no server was reached: trying costs it nothing, and only trying tells that it is back. */
const REACHED_AFTER = [2_000, 5_000, 10_000]
const stopping: readonly string[] = ['unauthorized', 'already_submitted', 'other_account']

/**
 * The one sender of answers: one request at a time, newest values, only what changed. It alone sends again what failed,
 * after a while and whenever it is asked to. The order in which things were written travels with them, so that it does not
 * matter in which order requests arrive, or how often (docs/decisions/0020).
 * Above 80 lines: what waits, what was sent and what was refused is one state, and every function changes it.
 */
export function createSaveQueue(deps: SaveQueueDeps): SaveQueue {
  const { read, number, over, isSaved = () => true, firstPart = (keys) => keys, onSaved, onStopped } = deps
  const save: SaveQueueDeps['save'] = async (answers, written) => whole(await deps.save(answers, written))
  const listeners = new Set<() => void>()
  const waiting = new Set<string>()
  const orders = new Map<string, WriteOrder>()
  let sent: readonly string[] = []
  let refused: readonly string[] = []
  let state: SaveState = { kind: 'quiet' }
  let failures = 0
  let generation = 0
  let askedAgain = false
  let isStopped = false
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (next: SaveState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
  }
  /** Of what was sent, what no other request has settled meanwhile: an order ends with its writing. */
  const unsaved = () => [...new Set([...waiting, ...sent])].filter((key) => orders.has(key))
  const ordersOf = (keys: readonly string[]): Orders =>
    Object.fromEntries(
      keys.flatMap((key) => (orders.has(key) ? [[key, orders.get(key) ?? { number: 0, over: 0 }]] : [])),
    )

  function flush(): Promise<boolean> {
    askedAgain = true
    if (running === undefined && waiting.size > 0) running = sendAll()
    return running ?? Promise.resolve(true)
  }

  async function sendAll(): Promise<boolean> {
    const started = generation
    isStopped = false
    try {
      while (generation === started && askedAgain && waiting.size > 0) {
        askedAgain = false
        // Asked for while it failed (a change, the line is back): not a reason to wait.
        if (!(await sendOnce()) && (isStopped || !askedAgain)) return false
      }
      if (generation !== started) return false
      if (waiting.size > 0) wait(WHILE_TYPING)
      return true
    } finally {
      if (generation === started) running = undefined
    }
  }

  async function sendOnce(): Promise<boolean> {
    const started = generation
    const before = state
    clearTimeout(timer)
    timer = undefined
    const keys = firstPart([...waiting])
    const written = ordersOf(keys)
    sent = keys
    for (const key of keys) waiting.delete(key)
    if (waiting.size > 0) askedAgain = true
    say({ kind: 'saving' })
    try {
      const reply = await save(Object.fromEntries(keys.map((key) => [key, read(key)])), written)
      if (generation !== started) return false
      sent = []
      failures = 0
      settle(reply, keys, written)
      say(waiting.size > 0 ? { kind: 'waiting' } : { kind: 'saved', at: reply.saved_at })
      return true
    } catch (error) {
      if (generation !== started) return false
      for (const key of keys) if (orders.has(key)) waiting.add(key) // else it was saved on another way meanwhile
      sent = []
      if (error instanceof CallError) return recover(error, before)
      say({ kind: 'unsaved', offline: false })
      throw error
    }
  }

  /** What was written since stays unsaved; what another device has changed, sent or not, is no longer this queue's to send. */
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

  /** True when it is worth going on at once. */
  function recover(error: CallError, before: SaveState): boolean {
    const faulty = faultyKeys(error).filter((key) => waiting.has(key))
    if (faulty.length > 0) {
      for (const key of faulty) waiting.delete(key)
      refused = [...refused, ...faulty]
      askedAgain = true
      say(before)
      return true
    }
    say({ kind: 'unsaved', offline: error.code === 'offline' })
    isStopped = stopping.includes(error.code)
    if (isStopped) onStopped(error)
    else {
      const pauses = error.code === 'offline' ? REACHED_AFTER : AGAIN_AFTER
      wait(Math.max(pauses[Math.min(failures++, pauses.length - 1)] ?? 0, (error.retryAfter ?? 0) * 1000))
    }
    return false
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed(keys, how) {
      const own = keys.filter(isSaved)
      const stamp = own.length > 0 ? number() : 0
      for (const key of own) {
        waiting.add(key)
        orders.set(key, { number: stamp, over: orders.get(key)?.over ?? over(key) })
      }
      if (refused.some((key) => keys.includes(key))) refused = refused.filter((key) => !keys.includes(key))
      if (how === 'commit') void flush()
      else if (timer === undefined && running === undefined) wait(WHILE_TYPING)
      if (waiting.size > 0 && (state.kind === 'saved' || state.kind === 'quiet')) say({ kind: 'waiting' })
    },
    restore(restored) {
      for (const [key, order] of Object.entries(restored)) {
        if (!isSaved(key)) continue
        waiting.add(key)
        orders.set(key, order)
      }
      if (waiting.size > 0 && timer === undefined && running === undefined) wait(WHILE_TYPING)
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
            if (waiting.size === 0 && sent.length === 0) say({ kind: 'saved', at: reply.saved_at })
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
      say({ kind: 'quiet' })
    },
  }
}

/** While a release is rolled out, a server of the one before may answer, which says nothing of the order of writing. */
const whole = (reply: Reply<'saveAnswers'>): Reply<'saveAnswers'> => ({
  ...reply,
  previous_revision: reply.previous_revision ?? 0,
  conflicts: reply.conflicts ?? {},
  superseded: reply.superseded ?? {},
})

/** The keys that a refusal of PUT /api/answer names (7.answer.1); none for any other error. */
function faultyKeys({ status, details }: CallError): readonly string[] {
  const named =
    status === 400 && typeof details === 'object' && details !== null && 'keys' in details ? details.keys : []
  return Array.isArray(named) ? named.filter((key): key is string => typeof key === 'string') : []
}
