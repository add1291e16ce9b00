import type { Reply } from '../../../api/index.ts'
import { CallError } from '../../client/index.ts'

/** What the save line says. `at` is the server's time (ISO). */
type SaveState =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'unsaved'; readonly offline: boolean }

export type SaveQueue = {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** The person changed these answers. A commit is sent at once; keystrokes at the latest after 20 s. */
  changed(keys: readonly string[], how: 'keystroke' | 'commit'): void
  /** Sends what is not saved yet. True once the server has everything that was there at the time of asking. */
  flush(): Promise<boolean>
  /** Keys whose newest value the server has not acknowledged. */
  unsaved(): readonly string[]
  /** Keys the server will not take as they are; each is tried again when it is changed. The same array until it differs. */
  refused(): readonly string[]
  /** Forgets everything; what is under way is no longer listened to. */
  empty(): void
}

type QueueTools = {
  readonly save: (answers: Record<string, string>) => Promise<Reply<'saveAnswers'>>
  readonly read: (key: string) => string
  /** Whether an answer is the person's to give; any other is never sent. By default every one is. */
  readonly isSaved?: (key: string) => boolean
  readonly onSaved: (reply: Reply<'saveAnswers'>) => void
  /** The session is over or the application is submitted: nothing more is sent until something changes. */
  readonly onStopped: (error: CallError) => void
}

/** Milliseconds from the first unsent keystroke to a save while a field stays focused (decisions 42). */
const WHILE_TYPING = 20_000
/** Milliseconds before what failed is sent again; the last one is repeated (decisions 43). */
const AGAIN_AFTER = [2_000, 5_000, 15_000, 30_000]
const stopping: readonly string[] = ['unauthorized', 'already_submitted']

/**
 * The one sender of answers: one request at a time, newest values, only what changed. It alone sends again what failed:
 * after 2, 5, 15 and then every 30 s, and whenever it is asked to (at the next change, when the line is back).
 */
export function createSaveQueue({ save, read, isSaved = () => true, onSaved, onStopped }: QueueTools): SaveQueue {
  const listeners = new Set<() => void>()
  const waiting = new Set<string>()
  let sent: readonly string[] = []
  let refused: readonly string[] = []
  let state: SaveState = { kind: 'quiet' }
  let failures = 0
  let era = 0
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

  function flush(): Promise<boolean> {
    askedAgain = true
    if (running === undefined && waiting.size > 0) running = sendAll()
    return running ?? Promise.resolve(true)
  }

  async function sendAll(): Promise<boolean> {
    const started = era
    isStopped = false
    try {
      while (askedAgain && waiting.size > 0) {
        askedAgain = false
        // Asked for while it failed (a change, the line is back): not a reason to wait.
        if (!(await sendOnce()) && (isStopped || !askedAgain)) return false
      }
      if (waiting.size > 0) wait(WHILE_TYPING)
      return true
    } finally {
      if (era === started) running = undefined
    }
  }

  async function sendOnce(): Promise<boolean> {
    const started = era
    const before = state
    clearTimeout(timer)
    timer = undefined
    sent = [...waiting]
    waiting.clear()
    say({ kind: 'saving' })
    try {
      const reply = await save(Object.fromEntries(sent.map((key) => [key, read(key)])))
      if (era !== started) return false
      sent = []
      failures = 0
      say({ kind: 'saved', at: reply.saved_at })
      onSaved(reply)
      return true
    } catch (error) {
      if (era !== started) return false
      for (const key of sent) waiting.add(key)
      sent = []
      if (error instanceof CallError) return recover(error, before)
      say({ kind: 'unsaved', offline: false })
      throw error
    }
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
    else wait(AGAIN_AFTER[Math.min(failures++, AGAIN_AFTER.length - 1)] ?? 0)
    return false
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed(keys, how) {
      for (const key of keys.filter(isSaved)) waiting.add(key)
      if (refused.some((key) => keys.includes(key))) refused = refused.filter((key) => !keys.includes(key))
      if (how === 'commit') void flush()
      else if (timer === undefined && running === undefined) wait(WHILE_TYPING)
    },
    flush,
    unsaved: () => [...new Set([...waiting, ...sent])],
    refused: () => refused,
    empty() {
      era += 1
      clearTimeout(timer)
      timer = undefined
      running = undefined
      waiting.clear()
      sent = []
      refused = []
      failures = 0
      say({ kind: 'quiet' })
    },
  }
}

/** The keys that a refusal of PUT /api/answer names (decisions 23); none for any other error. */
function faultyKeys({ status, details }: CallError): readonly string[] {
  const named =
    status === 400 && typeof details === 'object' && details !== null && 'keys' in details ? details.keys : []
  return Array.isArray(named) ? named.filter((key): key is string => typeof key === 'string') : []
}
