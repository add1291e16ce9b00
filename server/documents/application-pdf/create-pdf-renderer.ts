import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PacketSheets, PdfContent, RenderedSheets } from './pdf-content.ts'
import type { PdfWork } from './pdf-worker.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import type { RenderedPdf } from './typeset-pdf.ts'

const DEADLINE = 30_000 // ms of processor time; the longest PDFs take a hundredth of it
const MOST_PATIENCE = 20 // times as long by the clock, for a thread that gets no processor time

export type PdfRenderer = {
  /** Renders one PDF, after those requested earlier. Rejects if it fails or takes longer than 30 s of processor time; then try again. */
  readonly renderPdf: (content: PdfContent, under?: { readonly mark: PdfMark | undefined }) => Promise<RenderedPdf>
  /** Renders what a packet says about its documents, in the same order and with the same limit. */
  readonly renderSheets: (sheets: PacketSheets) => Promise<RenderedSheets>
  /** Ends the thread; unfinished and later requests are rejected. */
  readonly close: () => Promise<void>
}

/**
 * Renders PDFs in a separate thread, which starts with the first PDF and again after a failure. `markNow` says which mark
 * is in the letterhead of what is not made under an earlier face.
 */
export function createPdfRenderer(markNow: () => PdfMark | undefined = () => undefined): PdfRenderer {
  const thread = createThread<PdfWork, RenderedPdf | RenderedSheets>(
    new URL('./pdf-worker.ts', import.meta.url),
    DEADLINE,
  )
  const failed = () => new Error('The thread answered another question.')
  return {
    renderPdf: async (application, { mark } = { mark: markNow() }) => {
      const made = await thread.run({ application, mark })
      if ('claim' in made) return made
      throw failed()
    },
    renderSheets: async (packetSheets) => {
      const made = await thread.run({ packetSheets })
      if ('listPages' in made) return made
      throw failed()
    },
    close: thread.close,
  }
}

/**
 * A thread that answers each message with one message, in order. It starts with the first piece of work, does not keep
 * the process alive while idle, and is replaced after it failed or did not answer within `deadline` milliseconds. These
 * are of the whole process's processor time, which is no less than the thread's own: on a busy machine work that waits
 * for its turn is not taken for work that hangs.
 */
export function createThread<Work, Result>(
  file: URL,
  deadline: number,
): { readonly run: (work: Work) => Promise<Result>; readonly close: () => Promise<void> } {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()

  function run(work: Work): Promise<Result> {
    const result = last.then(() => runNow(work))
    // The caller gets the error; later callers only wait until this work ends.
    last = result.catch(() => {})
    return result
  }

  async function runNow(work: Work): Promise<Result> {
    closing.signal.throwIfAborted()
    worker ??= startWorker()
    const thread = worker
    const finished = new AbortController()
    const late = new AbortController()
    const start = { at: performance.now(), used: process.cpuUsage() }
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(start.used) // microseconds
      const isSpent = (user + system) / 1000 > deadline || performance.now() - start.at > deadline * MOST_PATIENCE
      if (isSpent) late.abort()
    }, deadline / 20)
    const signal = AbortSignal.any([finished.signal, closing.signal, late.signal])
    thread.ref()
    thread.postMessage(work)
    try {
      const ended = once(thread, 'exit', { signal }).then(([code]) => {
        throw new Error(`The thread ended with code ${code}.`)
      })
      const [result] = await Promise.race([once(thread, 'message', { signal }), ended])
      return result
    } catch (error) {
      worker = null
      // Not awaited: a thread running native code ends only when that code returns.
      void thread.terminate()
      throw late.signal.aborted ? new Error(`The thread was not ready within ${deadline} ms of processor time.`) : error
    } finally {
      clearInterval(watch)
      finished.abort()
      thread.unref()
    }
  }

  function startWorker(): Worker {
    const thread = new Worker(file)
    const forget = () => {
      if (worker === thread) worker = null
    }
    // Without a listener, an error in an idle thread would end the process.
    thread.on('error', forget).on('exit', forget)
    return thread
  }

  async function close(): Promise<void> {
    closing.abort(new Error('The thread is closed.'))
    await last
    await worker?.terminate()
  }

  return { run, close }
}
