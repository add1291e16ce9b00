import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer, Question } from './lookup.ts'

/** The thread's start data: the imported lists, compressed, and the state whose schools come first. */
export type ToThread = { readonly contents: readonly Uint8Array[]; readonly near: string }

/** A thread that has built its indexes. */
export type LookupThread = {
  /** Undefined if there was no answer within the deadline. */
  readonly ask: (question: Question) => Promise<{ readonly answer: Answer } | undefined>
  /** Settles when the thread has ended, for whatever reason. */
  readonly gone: Promise<void>
  readonly close: () => Promise<void>
}

const BUILT_WITHIN = 60_000 // ms
/** Milliseconds for a question, including the wait for earlier ones; the slowest question takes a tenth of it. */
const DEADLINE = 1_000
/** More than this could not be answered in time. */
const MOST_WAITING = 500

/**
 * Starts a thread and waits until it responds; rejects if the thread cannot start. A thread that exceeds the deadline
 * is ended, so that a question that never ends does not hold up those behind it. The lookups then start another thread.
 */
export async function createLookupThread(
  given: ToThread,
  { file = new URL('./lookup-worker.ts', import.meta.url), deadline = DEADLINE } = {},
): Promise<LookupThread> {
  const worker = new Worker(file, { workerData: given })
  const waiting = new Map<number, (answered: { answer: Answer } | undefined) => void>()
  let number = 0
  // Both are needed: without a listener, an error in the thread would end the process.
  const gone = new Promise<void>((resolve) => {
    worker.on('error', () => resolve()).on('exit', () => resolve())
  })
  void gone.then(() => {
    for (const answered of waiting.values()) answered(undefined)
  })
  const failed = gone.then(() => {
    throw new Error('The lookup thread ended before it was ready.')
  })
  try {
    await Promise.race([once(worker, 'message', { signal: AbortSignal.timeout(BUILT_WITHIN) }), failed])
  } catch (error) {
    void worker.terminate()
    throw error
  }
  failed.catch(() => {}) // from now on, `gone` reports the end of the thread
  worker.unref()
  worker.on('message', ({ number, answer }) => waiting.get(number)?.({ answer }))

  async function ask(question: Question) {
    if (waiting.size >= MOST_WAITING) return undefined
    number += 1
    const mine = number
    const { promise, resolve } = Promise.withResolvers<{ answer: Answer } | undefined>()
    waiting.set(mine, resolve)
    const late = setTimeout(() => {
      resolve(undefined)
      void worker.terminate()
    }, deadline)
    worker.postMessage({ number: mine, question })
    try {
      return await promise
    } finally {
      clearTimeout(late)
      waiting.delete(mine)
    }
  }
  return {
    ask,
    gone,
    close: async () => {
      await worker.terminate()
    },
  }
}
