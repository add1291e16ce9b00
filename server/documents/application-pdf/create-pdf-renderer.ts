import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PacketSheets, PdfContent, RenderedSheets } from './pdf-content.ts'
import type { PdfWork } from './pdf-worker.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import type { RenderedPdf } from './typeset-pdf.ts'

const DEADLINE = 30_000 // ms; the longest PDFs take a hundredth of it

export type PdfRenderer = {
  /** Renders one PDF, after those requested earlier. Rejects if it fails or takes longer than 30 s; then try again. */
  readonly renderPdf: (content: PdfContent) => Promise<RenderedPdf>
  /** Renders what a packet says about its documents, in the same order and with the same limit. */
  readonly renderSheets: (sheets: PacketSheets) => Promise<RenderedSheets>
  /** Ends the thread; unfinished and later requests are rejected. */
  readonly close: () => Promise<void>
}

/** Renders PDFs with this mark in a separate thread, which starts with the first PDF and again after a failure. */
export function createPdfRenderer(mark?: PdfMark): PdfRenderer {
  const thread = createThread<PdfWork, RenderedPdf | RenderedSheets>(
    new URL('./pdf-worker.ts', import.meta.url),
    DEADLINE,
    mark,
  )
  const failed = () => new Error('The thread answered another question.')
  return {
    renderPdf: async (application) => {
      const made = await thread.run({ application })
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
 * the process alive while idle, and is replaced after it failed or did not answer within `deadline` milliseconds.
 */
export function createThread<Work, Result>(
  file: URL,
  deadline: number,
  workerData?: unknown,
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
    const timeout = AbortSignal.timeout(deadline)
    const signal = AbortSignal.any([finished.signal, closing.signal, timeout])
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
      throw timeout.aborted ? new Error(`The thread was not ready within ${deadline} ms.`) : error
    } finally {
      finished.abort()
      thread.unref()
    }
  }

  function startWorker(): Worker {
    const thread = new Worker(file, { workerData })
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
