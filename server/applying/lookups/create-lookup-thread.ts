import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer, Question } from './school.ts'

/** The thread's start data: the imported lists, compressed, and the state whose schools come first. */
export type ThreadData = { readonly contents: readonly Uint8Array[]; readonly near: string }

/** A thread that has built its indexes. */
export type LookupThread = {
  /** Undefined if there was no answer within the deadline. */
  readonly ask: (question: Question) => Promise<{ readonly answer: Answer } | undefined>
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>
  readonly close: () => Promise<void>
}

/** Building the indexes makes garbage once; without a limit the thread keeps 50 MB for it. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }
const START_TIMEOUT = 60_000 // ms
/** Milliseconds for a question, including the wait for earlier ones and for a turn on a busy machine; most take a hundredth. */
const DEADLINE = 10_000
/** Milliseconds after which a thread that has answered nothing hangs, and does not only wait for a turn. */
const HANGS_AFTER = 20_000
/** More than this could not be answered in time. */
const MAX_WAITING = 500

/**
 * Starts a thread and waits until it responds; rejects if the thread cannot start. A question that exceeds the deadline
 * has no answer. A thread that answers nothing for twice as long is ended, because its question never ends. The lookups
 * then start another thread.
 */
export async function createLookupThread(
  data: ThreadData,
  { file = new URL('./lookup-worker.ts', import.meta.url), deadline = DEADLINE, hangsAfter = HANGS_AFTER } = {},
): Promise<LookupThread> {
  const worker = new Worker(file, { workerData: data, resourceLimits })
  const waiting = new Map<number, (answered: { answer: Answer } | undefined) => void>()
  let number = 0
  // Both are needed: without a listener, an error in the thread would end the process.
  const ended = new Promise<void>((resolve) => {
    worker.on('error', () => resolve()).on('exit', () => resolve())
  })
  void ended.then(() => {
    for (const answered of waiting.values()) answered(undefined)
  })
  const failed = ended.then(() => {
    throw new Error('The lookup thread ended before it was ready.')
  })
  try {
    await Promise.race([once(worker, 'message', { signal: AbortSignal.timeout(START_TIMEOUT) }), failed])
  } catch (error) {
    void worker.terminate()
    throw error
  }
  failed.catch(() => {}) // from now on, `gone` reports the end of the thread
  worker.unref()
  let hanging: NodeJS.Timeout | undefined
  worker.on('message', ({ number, answer }) => {
    clearTimeout(hanging)
    hanging = undefined
    waiting.get(number)?.({ answer })
  })

  async function ask(question: Question) {
    if (waiting.size >= MAX_WAITING) return undefined
    number += 1
    const id = number
    const { promise, resolve } = Promise.withResolvers<{ answer: Answer } | undefined>()
    waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), deadline)
    hanging ??= setTimeout(() => void worker.terminate(), hangsAfter).unref()
    worker.postMessage({ number: id, question })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }
  return {
    ask,
    ended: ended,
    close: async () => {
      await worker.terminate()
    },
  }
}
